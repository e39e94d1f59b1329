# The opinions of policy and evaluation: one number each, in the order of WEIGHT_NAMES.

cdef enum:                            # indices of a vector of weights
    # the clock
    BUILDS_A_ROUND                    # by the busiest seat; what is left of its flags sets the clock
    FIELD_PACE                        # what the others build against the busiest
    CLOCK_SLACK                       # rounds added to what the supplies say
    LATER                             # what the income of a later round counts against this one's
    # builds
    OPEN_SIDE                         # dots that a partial dot towards an empty hex will once be worth
    LEAST_GAIN                        # dollars of a build above its cost
    BUY_SHARE                         # of the purchase price in what a product is worth; the rest is sale
    BIAS_FARM                         # dots that a tile of the industry counts more than it has
    BIAS_GENERATOR
    BIAS_ACADEMY
    BIAS_MINE
    BIAS_FACTORY
    BIAS_BANK
    RIVAL_OUTPUT                      # cubes that fall in price for each dot of the others in the same good
    OWN_USE                           # share of the purchase price saved on goods that the seat itself spends
    # money
    NOTE_COST                         # a borrowed dollar costs so many
    NOTES_A_ROUND                     # debt that is sound for each round left
    MOST_NOTES
    SALE_SHARE                        # of the sale value of spare goods, counted as cash before they are sold
    RESERVE_ROUNDS                    # with fewer left, nothing is kept for the next round
    DEAL_GAIN                         # dollars that a deal must bring
    # draft
    TILE_ROUNDS                       # rounds of output that a starting tile is worth
    LIKE_ROUNDS                       # ... when the seat has the industry already
    DRAFT_NOISE
    DRAFT_CASH                        # what money and cubes count to a seat that has no money yet
    # the worth of a position
    WORTH_TILES
    WORTH_MONEY
    WORTH_GOODS
    WORTH_INCOME
    WORTH_GROWTH
    WORTH_FLAGS
    WORTH_NOTES
    WORTH_CLOCK
    WORTH_COMPETITION
    SPREAD                            # VP that multiply the odds of winning by e, at the end
    SPREAD_A_ROUND                    # ... more for each round left
    N_WEIGHTS
