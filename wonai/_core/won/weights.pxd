# The opinions of planner, policy and evaluation: one number each, in the order of WEIGHT_NAMES.

cdef enum:                            # indices of a vector of weights
    # the clock
    BUILDS_A_ROUND                    # by the busiest seat; what is left of its flags sets the clock
    FIELD_PACE                        # what the others build against the busiest
    CLOCK_SLACK                       # rounds added to what the supplies say
    LATER                             # what the income of a later round counts against this one's
    # builds
    OPEN_SIDE                         # full dots a round that a half dot towards a free hex will once be
    BUY_SHARE                         # how much of a cube made later saves a purchase instead of being sold
    BIAS_FARM                         # later income of the industry counts so much more
    BIAS_GENERATOR
    BIAS_ACADEMY
    BIAS_MINE
    BIAS_FACTORY
    BIAS_BANK
    RIVAL_OUTPUT                      # cubes that a market fills up later for each cube a round that the table makes too many
    DENIED                            # of a rival's loss that counts as a gain
    # cubes and money
    HOLDING                           # a cube sold next round against one sold now
    SAVING                            # a cube that need not be bought next round against one bought now
    BUILD_STOCK                       # cubes of each building good that the next round surely uses
    NOTE_COST                         # of its repayment that a note counts
    PATIENCE                          # a dollar to repay a round later against one now
    DEAL_GAIN                         # dollars that a deal must bring
    END_LEAD                          # dollars by which a seat must lead to end the game
    # draft
    TILE_ROUNDS                       # rounds of output that a starting tile is worth
    LIKE_ROUNDS                       # ... when the seat has the industry already
    DRAFT_NOISE
    DRAFT_CASH                        # what money and cubes count to a seat that has no money yet
    N_WEIGHTS
