"""A tree of decisions for any number of seats, over GameOps, without the interpreter.

A node is a position where a seat has to decide something that matters: GameOps.choices lists what. Between
two decisions the game's policy plays, so a level of the tree is a decision and not one of the many routine
moves that carry it out. Every expanded node keeps its position, so that walking down costs nothing but the
selection. Values are one per seat and backed up to all of them; each seat selects by its own (max^n).
A new leaf is played on by the policy, with moods of its own, to the end or over a number of rounds, where
the evaluation takes over.
"""

from libc.math cimport sqrt
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from wonai._core.core_state cimport CoreState
from wonai._core.exact_exp cimport exact_exp
from wonai._core.game cimport ALL_PLANS, GameOps, INTENT, MAX_STANDINGS, NO_PLANS
from wonai._core.rng cimport RngC, mixed, random_below
from wonai._core.types cimport MAX_MOVES, MAX_SEATS, int8_t, int32_t, int64_t, move_t, uint16_t, uint32_t, uint64_t

from wonai.search.root_line import RootLine

cdef enum:
    NO_NODE = -1
    NO_SNAPSHOT = -1
    MAX_DEPTH = 256
    MAX_CHOICES = 64                  # of one node
    MAX_BYTES = 4096                  # of a state or of a mind


cdef double LISTED_PRIOR = 1e-4       # of a listed move of the root that is no choice: it comes after those that are


cdef struct NodeC:
    move_t choice                     # that leads here: a move or an intent
    float win[MAX_SEATS]              # means over the visits
    float score[MAX_SEATS]
    float value[MAX_SEATS]            # what selection looks at: win share, and lead in points
    float prior
    int32_t first_child
    int32_t snapshot                  # of the position after the choice, where the next decision is due
    uint32_t visits
    uint16_t n_children
    int8_t seat                       # that decides here; -1: the game is over


cdef struct SettingsC:
    double exploration
    double doubt                      # how far the value of a choice at the root may be off after one visit
    double widening                   # choices looked at grow with the square root of the visits
    double first_play                 # how much less an untried choice is thought worth than its parent
    double lead_share                 # of the soft lead in points in the value; the rest is the win share
    double lead_spread                # points that multiply it by e
    double policy_share               # of the prior that the policy's own choice has to itself
    uint32_t open_after               # visits of a choice before what follows it becomes a node of its own
    double proof                      # standard errors by which another choice must be better to be played instead
    double points                     # what a point behind the leader costs: a lost game is played on, too
    int horizon                       # rounds that a playout goes on; 0: to the end
    bint barter                       # whether offers are among the choices at the root


cdef class ChoiceTree:
    """The tree over one root position."""

    cdef NodeC* nodes
    cdef char* snapshots
    cdef double* squares              # of each root choice, sum of squared win shares by seat
    cdef double* score_squares        # ... of squared scores
    cdef double* value_squares        # ... and of the mover's squared value
    cdef int32_t n_nodes
    cdef int32_t max_nodes
    cdef int32_t n_snapshots
    cdef int32_t max_snapshots
    cdef int64_t n_simulations
    cdef int64_t n_plies              # played by the policy
    cdef int n_seats
    cdef int depth
    cdef int n_decisions              # children of the root that are choices; they come first
    cdef size_t state_size
    cdef size_t mind_size
    cdef int usual_index              # of the child that the policy would choose; -1: none
    cdef list first_texts             # the move that each child of the root begins with
    cdef CoreState root
    cdef const GameOps* ops
    cdef const void* tables
    cdef const double[::1] weights    # kept alive here
    cdef uint64_t seed
    cdef SettingsC settings

    def __cinit__(
        self, CoreState root not None, size_t max_bytes, uint64_t seed, const double[::1] weights, settings, moves=None,
        Intention intention=None,
    ):
        cdef int k
        cdef size_t each
        self.root = root.copy()
        self.ops = self.root.ops()
        if self.ops == NULL or not self.ops.mind_size:
            raise ValueError("this state has no policy to search with")
        self.tables = self.root.constants()
        self.n_seats = self.ops.n_seats
        self.state_size = (self.ops.state_size + 15) // 16 * 16
        self.mind_size = (self.ops.mind_size + 15) // 16 * 16
        if self.state_size > MAX_BYTES or self.mind_size > MAX_BYTES:
            raise ValueError("this game is too large to search")
        self.weights = weights_for(self.ops, weights)
        self.settings.exploration = settings["exploration"]
        self.settings.doubt = settings["doubt"]
        self.settings.widening = settings["widening"]
        self.settings.first_play = settings["first_play"]
        self.settings.lead_share = settings["lead_share"]
        self.settings.lead_spread = settings["lead_spread"]
        self.settings.policy_share = settings["policy_share"]
        self.settings.proof = settings["proof"]
        self.settings.open_after = settings["open_after"]
        self.settings.points = settings["points"]
        self.settings.horizon = settings["horizon"]
        self.settings.barter = settings["barter"]
        self.seed = mixed(seed + <uint64_t>0x9E3779B97F4A7C15)
        # Of an expanded node: its snapshot and, on average, so many children.
        each = self.state_size + self.mind_size + 8 * sizeof(NodeC)
        self.max_snapshots = <int32_t>max(min(max_bytes // each, <size_t>0x7FFFFFF), <size_t>8)
        self.max_nodes = self.max_snapshots * 8 + MAX_MOVES
        self.nodes = <NodeC*>malloc(self.max_nodes * sizeof(NodeC))
        self.snapshots = <char*>malloc(self.max_snapshots * (self.state_size + self.mind_size))
        if self.nodes == NULL or self.snapshots == NULL:
            raise MemoryError("not enough memory for the search tree; lower Hash")
        self._plant(moves, intention)
        k = self.nodes[0].n_children
        self.squares = <double*>calloc(k * MAX_SEATS, sizeof(double))
        self.score_squares = <double*>calloc(k * MAX_SEATS, sizeof(double))
        self.value_squares = <double*>calloc(k, sizeof(double))
        if self.squares == NULL or self.score_squares == NULL or self.value_squares == NULL:
            raise MemoryError("not enough memory for the search tree; lower Hash")

    def __dealloc__(self):
        free(self.nodes)
        free(self.snapshots)
        free(self.squares)
        free(self.score_squares)
        free(self.value_squares)

    cdef void _plant(self, moves, Intention intention) except *:
        """The root and its children: the given moves, or what there is to decide and every other listed move."""
        cdef move_t listed[MAX_MOVES]
        cdef move_t choices[MAX_MOVES]
        cdef float prior[MAX_MOVES]
        cdef move_t first[MAX_CHOICES]
        cdef move_t usual
        cdef int n = 0, k, j, n_listed
        cdef char* state = self.snapshots
        cdef char* mind = self.snapshots + self.state_size
        self.ops.copy(state, self.root.state())
        if intention is not None and intention.is_known(self.root):
            memcpy(mind, intention.mind, self.mind_size)
            set_mind(self, mind, NULL, self.ops.to_move(state))
        else:
            set_mind(self, mind, NULL, NO_PLANS)
        self.n_snapshots = 1
        if moves is None:
            n = self.ops.choices(state, self.tables, mind, choices, prior)
            if n >= 2:
                favour_policy(self, state, mind, choices, prior, n)
            if n >= 2 and self.settings.barter:
                k = self.ops.offers(state, self.tables, mind, &choices[n], &prior[n])
                for j in range(n, n + k):
                    prior[j] = 0.5 / k
                n += k
            n_listed = self.ops.moves(state, self.tables, listed)
            self.n_decisions = max(n, 1)
            if n == 1:                # decided without a search
                n_listed = 0
                prior[0] = 1
            elif n == 0:              # routine, but asked for: what the policy does, and the rest
                choices[0] = policy_of(self, state, mind)
                prior[0] = 1
                n = 1
            for k in range(n):
                first[k] = first_move(self, state, mind, choices[k])
            for k in range(n_listed):
                if n == MAX_CHOICES:
                    break
                for j in range(n):
                    if first[j] == listed[k]:
                        break
                else:
                    choices[n] = first[n] = listed[k]
                    prior[n] = <float>LISTED_PRIOR
                    n += 1
        else:
            usual = policy_of(self, state, mind)
            for text in moves:
                choices[n] = self.root.code_of(text)
                prior[n] = 3 if choices[n] == usual else 1
                n += 1
            for k in range(n):
                prior[k] /= n + 2
            self.n_decisions = n
        clear_node(&self.nodes[0], 0, 1)
        self.nodes[0].snapshot = 0
        self.n_nodes = 1
        add_children(self, 0, choices, prior, n, self.ops.to_move(state))
        # Children stand in the order of their priors: the first that begins as the policy does is the likeliest.
        usual = policy_of(self, state, mind)
        self.usual_index = -1
        self.first_texts = []
        for k in range(self.nodes[0].n_children):
            choices[0] = first_move(self, state, mind, self.nodes[self.nodes[0].first_child + k].choice)
            if choices[0] == usual and self.usual_index < 0:
                self.usual_index = k
            self.first_texts.append(self.root.text_of(choices[0]))

    def run(self, int64_t simulations):
        """That many more simulations, without the interpreter."""
        cdef int64_t k
        with nogil:
            for k in range(simulations):
                simulate(self)

    @property
    def simulations(self):
        """How many have been run."""
        return self.n_simulations

    @property
    def policy_plies(self):
        """Moves that the policy has played in them."""
        return self.n_plies

    @property
    def deepest(self):
        """The longest path of decisions."""
        return self.depth

    @property
    def bytes_used(self):
        """Of nodes and snapshots."""
        return self.n_nodes * sizeof(NodeC) + self.n_snapshots * (self.state_size + self.mind_size)

    def lines(self):
        """Every root choice, by its first move."""
        cdef int k, seat, mover = self.nodes[0].seat
        cdef NodeC* child
        found = []
        for k in range(self.nodes[0].n_children):
            child = &self.nodes[self.nodes[0].first_child + k]
            found.append(RootLine(
                self.first_texts[k], child.visits, [child.win[seat] for seat in range(self.n_seats)],
                [child.score[seat] for seat in range(self.n_seats)],
                [self.squares[k * MAX_SEATS + seat] for seat in range(self.n_seats)],
                [self.score_squares[k * MAX_SEATS + seat] for seat in range(self.n_seats)],
                child.value[mover], self.value_squares[k],
            ))
        return found

    def pv(self, int root_index, int length=12):
        """The line of play behind a root choice: the most visited decisions, and the policy's moves between them."""
        cdef char state[MAX_BYTES]
        cdef char mind[MAX_BYTES]
        cdef move_t choices[MAX_MOVES]
        cdef float prior[MAX_MOVES]
        cdef RngC rng
        cdef int32_t node = self.nodes[0].first_child + root_index, child, best
        cdef move_t move, choice = self.nodes[node].choice
        cdef bint is_decided = True
        cdef int n
        cdef CoreState walker = self.root.copy()
        rng.state = self.seed
        memcpy(state, self.snapshots, self.state_size)
        memcpy(mind, self.snapshots + self.state_size, self.mind_size)
        texts = []
        while len(texts) < length and self.ops.to_move(state) >= 0:
            if is_decided and not choice & INTENT:
                move = choice
            else:
                if is_decided:
                    self.ops.adopt(state, self.tables, mind, choice)
                move = self.ops.policy(state, self.tables, mind, &rng)
            is_decided = False
            text = walker.text_of(move)
            texts.append(text)
            walker.play(text)
            self.ops.apply(state, self.tables, move)
            n = self.ops.choices(state, self.tables, mind, choices, prior) if self.ops.to_move(state) >= 0 else 0
            if n == 1:                # as `expand` does it
                choice = choices[0]
                is_decided = True
            if n < 2:
                continue
            best = NO_NODE
            if node != NO_NODE and self.nodes[node].first_child != NO_NODE:
                for child in range(self.nodes[node].first_child, self.nodes[node].first_child + self.nodes[node].n_children):
                    if self.nodes[child].visits and (best == NO_NODE or self.nodes[child].visits > self.nodes[best].visits):
                        best = child
            if best == NO_NODE:
                break
            node = best
            choice = self.nodes[node].choice
            is_decided = True
        return texts

    @property
    def usual(self):
        """The index of the root choice that the policy would make; -1: it is none of them."""
        return self.usual_index

    def intention(self, int root_index):
        """What the seat has in mind once it has chosen so."""
        cdef Intention intention = Intention.__new__(Intention)
        cdef move_t choice = self.nodes[self.nodes[0].first_child + root_index].choice
        intention.root = self.root
        intention.weights = self.weights
        intention.seed = self.seed
        intention.ops = self.ops
        intention.tables = self.tables
        intention.seat = self.ops.to_move(self.snapshots)
        memcpy(intention.mind, self.snapshots + self.state_size, self.mind_size)
        if choice & INTENT:
            self.ops.adopt(self.snapshots, self.tables, intention.mind, choice)
            choice = intention.policy_move(self.root)
        intention.moved(self.root, choice)
        return intention


cdef class Intention:
    """What a seat has in mind after a decision, and how it should find itself when it is to move again.

    While that is so, it goes on with its plan: routine moves need no new search, and the next decision knows of it.
    """

    cdef CoreState root               # keeps the tables alive
    cdef const double[::1] weights
    cdef uint64_t seed
    cdef const GameOps* ops
    cdef const void* tables
    cdef char mind[MAX_BYTES]
    cdef uint64_t standings[MAX_STANDINGS]
    cdef int n_standings
    cdef uint64_t key                 # of the position that its last move was made in
    cdef int seat

    cdef move_t policy_move(self, CoreState state) noexcept:
        cdef RngC rng
        rng.state = self.seed
        return self.ops.policy(state.state(), self.tables, self.mind, &rng)

    cdef void moved(self, CoreState state, move_t move) noexcept:
        """Remember what the seat holds after its move."""
        cdef char after[MAX_BYTES]
        self.key = self.ops.key(state.state())
        self.ops.copy(after, state.state())
        self.ops.apply(after, self.tables, move)
        self.n_standings = self.ops.standings(after, self.tables, self.seat, self.standings)

    cdef bint is_known(self, CoreState state) noexcept:
        """Whether the game has come to where it was expected; asked again in the same position, nothing is known."""
        cdef uint64_t now[MAX_STANDINGS]
        cdef int k
        cdef const void* tables = state.constants()
        if state.ops() != self.ops or tables != self.tables or state.ops().to_move(state.state()) != self.seat:
            return False
        if state.ops().key(state.state()) == self.key:
            return False
        state.ops().standings(state.state(), tables, self.seat, now)
        for k in range(self.n_standings):
            if self.standings[k] == now[0]:
                return True
        return False

    def next_move(self, CoreState state not None):
        """The text of the next routine move, or None where the seat has to decide something."""
        cdef move_t choices[MAX_MOVES]
        cdef float prior[MAX_MOVES]
        cdef move_t move
        if not self.is_known(state):
            return None
        if self.ops.choices(state.state(), self.tables, self.mind, choices, prior):
            return None
        move = self.policy_move(state)
        self.moved(state, move)
        return state.text_of(move)


# --- the policy at the root ----------------------------------------------------------------------

cdef move_t policy_of(ChoiceTree tree, const char* state, const char* mind) noexcept nogil:
    """What the policy would do, without changing what the seats have in mind."""
    cdef char copy[MAX_BYTES]
    cdef RngC rng
    rng.state = tree.seed
    memcpy(copy, mind, tree.mind_size)
    return tree.ops.policy(state, tree.tables, copy, &rng)


cdef move_t first_move(ChoiceTree tree, const char* state, const char* mind, move_t choice) noexcept nogil:
    """The move that a choice begins with."""
    cdef char copy[MAX_BYTES]
    cdef RngC rng
    if not choice & INTENT:
        return choice
    rng.state = tree.seed
    memcpy(copy, mind, tree.mind_size)
    tree.ops.adopt(state, tree.tables, copy, choice)
    return tree.ops.policy(state, tree.tables, copy, &rng)


cdef void favour_policy(
    ChoiceTree tree, const char* state, const char* mind, const move_t* choices, float* prior, int n,
) noexcept nogil:
    """What the policy would choose gets a share of the prior to itself: others must prove to be better."""
    cdef move_t move = policy_of(tree, state, mind)
    cdef double share = tree.settings.policy_share
    cdef int k
    for k in range(n):
        if first_move(tree, state, mind, choices[k]) == move:
            break
    else:
        return
    prior[k] += <float>(share / (1 - share))
    for k in range(n):
        prior[k] *= <float>(1 - share)


cdef void set_mind(ChoiceTree tree, char* mind, RngC* moods, int keep) noexcept nogil:
    cdef const double* weights[MAX_SEATS]
    cdef int seat
    for seat in range(MAX_SEATS):
        weights[seat] = &tree.weights[0]
    tree.ops.begin(mind, tree.tables, weights, moods, keep)


# --- nodes ---------------------------------------------------------------------------------------

cdef void clear_node(NodeC* node, move_t choice, float prior) noexcept nogil:
    cdef int seat
    node.choice = choice
    node.prior = prior
    node.first_child = NO_NODE
    node.snapshot = NO_SNAPSHOT
    node.visits = 0
    node.n_children = 0
    node.seat = -1
    for seat in range(MAX_SEATS):
        node.win[seat] = 0
        node.score[seat] = 0
        node.value[seat] = 0


cdef void add_children(ChoiceTree tree, int32_t parent, const move_t* choices, const float* prior, int n, int seat) noexcept nogil:
    """In the order of their priors, the likeliest first."""
    cdef int order[MAX_MOVES]
    cdef int k, j, here
    if tree.n_nodes + n > tree.max_nodes:
        return
    for k in range(n):
        j = k
        while j > 0 and prior[order[j - 1]] < prior[k]:
            order[j] = order[j - 1]
            j -= 1
        order[j] = k
    tree.nodes[parent].first_child = tree.n_nodes
    tree.nodes[parent].n_children = <uint16_t>n
    tree.nodes[parent].seat = <int8_t>seat
    for k in range(n):
        here = order[k]
        clear_node(&tree.nodes[tree.n_nodes + k], choices[here], prior[here])
    tree.n_nodes += n


cdef int32_t select_root(ChoiceTree tree) noexcept nogil:
    """UCB: every choice is tried, then those most that look best; of the other listed moves a few more with time."""
    cdef NodeC* node = &tree.nodes[0]
    cdef NodeC* child
    cdef int n = min(<int>node.n_children, tree.n_decisions + <int>(sqrt(<double>node.visits) / 2)), k, seat = node.seat
    cdef double value, best_value = -1e30, log_visits = rough_log(node.visits + 1)
    cdef int32_t best = node.first_child
    for k in range(n):
        child = &tree.nodes[node.first_child + k]
        if not child.visits:
            return node.first_child + k
        value = child.value[seat] + tree.settings.doubt * sqrt(log_visits / child.visits)
        if value > best_value:
            best_value = value
            best = node.first_child + k
    return best


cdef inline double rough_log(uint32_t n) noexcept nogil:
    """Close to the natural logarithm, by additions and multiplications only: the same bits on every machine."""
    cdef double log = 0
    cdef uint32_t power = 1
    while n >= 2 * <uint64_t>power and power < <uint32_t>1 << 31:
        power *= 2
        log += 0.6931471805599453
    return log + (n - power) / <double>power * 0.6931471805599453


cdef int32_t select_child(ChoiceTree tree, int32_t parent) noexcept nogil:
    """PUCT among the likeliest choices; how many of them grows with the visits."""
    cdef NodeC* node = &tree.nodes[parent]
    cdef NodeC* child
    cdef double breadth = sqrt(<double>node.visits + 1), value, best_value = -1e30
    cdef int n = min(<int>node.n_children, 2 + <int>(tree.settings.widening * breadth)), k, seat = node.seat
    cdef int32_t best = node.first_child
    for k in range(n):
        child = &tree.nodes[node.first_child + k]
        value = child.value[seat] if child.visits else node.value[seat] - tree.settings.first_play
        value += tree.settings.exploration * child.prior * breadth / (1 + child.visits)
        if value > best_value:
            best_value = value
            best = node.first_child + k
    return best


# --- a simulation --------------------------------------------------------------------------------

cdef void decide(ChoiceTree tree, char* state, char* mind, move_t choice) noexcept nogil:
    """Carry out a choice."""
    if choice & INTENT:
        tree.ops.adopt(state, tree.tables, mind, choice)
    else:
        tree.ops.apply(state, tree.tables, choice)


cdef void expand(ChoiceTree tree, int32_t node, char* state, char* mind) noexcept nogil:
    """Let the policy play to the next decision, and keep that position with its choices."""
    cdef move_t choices[MAX_MOVES]
    cdef float prior[MAX_MOVES]
    cdef RngC rng
    cdef int n
    cdef char* kept
    if tree.n_snapshots == tree.max_snapshots or tree.n_nodes + MAX_CHOICES > tree.max_nodes:
        return
    rng.state = tree.seed
    while True:
        if tree.ops.to_move(state) < 0:
            return
        n = tree.ops.choices(state, tree.tables, mind, choices, prior)
        if n >= 2:
            break
        if n == 1:
            decide(tree, state, mind, choices[0])
        else:
            tree.ops.apply(state, tree.tables, tree.ops.policy(state, tree.tables, mind, &rng))
        tree.n_plies += 1
    kept = tree.snapshots + tree.n_snapshots * (tree.state_size + tree.mind_size)
    memcpy(kept, state, tree.state_size)
    memcpy(kept + tree.state_size, mind, tree.mind_size)
    favour_policy(tree, state, mind, choices, prior, n)
    tree.nodes[node].snapshot = tree.n_snapshots
    tree.n_snapshots += 1
    add_children(tree, node, choices, prior, n, tree.ops.to_move(state))


cdef void play_out(
    ChoiceTree tree, char* state, char* mind, uint32_t number, double* win, double* score,
) noexcept nogil:
    """The policy to the end, or to the horizon, with moods of this playout."""
    cdef RngC rng
    cdef int last = tree.ops.round(state) + tree.settings.horizon
    # The same moods for the same number of visit, whatever the choice: differences are then not of luck.
    rng.state = mixed(tree.seed + number)
    set_mind(tree, mind, &rng, ALL_PLANS)
    while tree.ops.to_move(state) >= 0:
        if tree.settings.horizon and tree.ops.round(state) >= last:
            tree.ops.evaluate(state, tree.tables, &tree.weights[0], win, score)
            return
        tree.ops.apply(state, tree.tables, tree.ops.policy(state, tree.tables, mind, &rng))
        tree.n_plies += 1
    tree.ops.returns(state, tree.tables, win)
    tree.ops.scores(state, tree.tables, score)


cdef void values_of(ChoiceTree tree, bint is_over, const double* win, const double* score, double* value) noexcept nogil:
    """What selection looks at: the win share and a soft lead; to whom is behind, also how far.

    A game that is won needs no lead: who leads and can end it gains nothing by playing on.
    """
    cdef double best = -1e30, second = -1e30, total = 0, lead
    cdef int seat
    for seat in range(tree.n_seats):
        if score[seat] > best:
            second = best
            best = score[seat]
        else:
            second = max(second, score[seat])
    for seat in range(tree.n_seats):
        value[seat] = exact_exp((score[seat] - best) / tree.settings.lead_spread)
        total += value[seat]
    for seat in range(tree.n_seats):
        lead = tree.settings.lead_share * value[seat] / total
        if is_over:
            value[seat] = win[seat] + (1 - win[seat]) * lead
        else:
            value[seat] = (1 - tree.settings.lead_share) * win[seat] + lead
        value[seat] += tree.settings.points * min(score[seat] - (best if score[seat] < best else second), 0.0)


cdef void simulate(ChoiceTree tree) noexcept nogil:
    """Walk down, add a leaf, play on, and tell every node on the path."""
    cdef char state[MAX_BYTES]
    cdef char mind[MAX_BYTES]
    cdef int32_t path[MAX_DEPTH]
    cdef double win[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef double value[MAX_SEATS]
    cdef const char* kept = tree.snapshots
    cdef int32_t node = 0
    cdef int length = 1, seat, k
    cdef NodeC* here
    cdef size_t snapshot_size = tree.state_size + tree.mind_size
    path[0] = 0
    while length < MAX_DEPTH and tree.nodes[node].first_child != NO_NODE:
        kept = tree.snapshots + tree.nodes[node].snapshot * snapshot_size
        node = select_child(tree, node) if node else select_root(tree)
        path[length] = node
        length += 1
    memcpy(state, kept, tree.state_size)
    memcpy(mind, kept + tree.state_size, tree.mind_size)
    decide(tree, state, mind, tree.nodes[node].choice)
    if tree.nodes[node].visits >= tree.settings.open_after and length < MAX_DEPTH:
        expand(tree, node, state, mind)
        if tree.nodes[node].first_child != NO_NODE:
            node = select_child(tree, node)
            path[length] = node
            length += 1
            decide(tree, state, mind, tree.nodes[node].choice)
    play_out(tree, state, mind, tree.nodes[path[1]].visits, win, score)
    values_of(tree, tree.ops.to_move(state) < 0, win, score, value)
    for k in range(length):
        here = &tree.nodes[path[k]]
        here.visits += 1
        for seat in range(tree.n_seats):
            here.win[seat] += <float>((win[seat] - here.win[seat]) / here.visits)
            here.score[seat] += <float>((score[seat] - here.score[seat]) / here.visits)
            here.value[seat] += <float>((value[seat] - here.value[seat]) / here.visits)
    if length > 1:
        k = path[1] - tree.nodes[0].first_child
        for seat in range(tree.n_seats):
            tree.squares[k * MAX_SEATS + seat] += win[seat] * win[seat]
            tree.score_squares[k * MAX_SEATS + seat] += score[seat] * score[seat]
        tree.value_squares[k] += value[tree.nodes[0].seat] * value[tree.nodes[0].seat]
    tree.n_simulations += 1
    if length > tree.depth:
        tree.depth = length


# --- games by policy alone -----------------------------------------------------------------------

cdef const double[::1] weights_for(const GameOps* ops, const double[::1] weights):
    """The same, if there are as many as the game wants."""
    if weights.shape[0] != ops.n_weights:
        raise ValueError(f"expected {ops.n_weights} weights, got {weights.shape[0]}")
    return weights


def policy_games(CoreState start not None, weights_by_seat, int games, uint64_t seed):
    """Whole games in which every seat follows the policy by its own weights: the sums of (win shares, scores) by seat."""
    cdef const double* rows[MAX_SEATS]
    cdef const double[::1] row
    cdef char state[MAX_BYTES]
    cdef char mind[MAX_BYTES]
    cdef double win[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef double wins[MAX_SEATS]
    cdef double scores[MAX_SEATS]
    cdef const GameOps* ops = start.ops()
    cdef const void* tables = start.constants()
    cdef const void* root = start.state()
    cdef RngC rng
    cdef int game, seat
    cdef int64_t plies = 0
    for seat in range(ops.n_seats):
        row = weights_for(ops, weights_by_seat[seat])
        rows[seat] = &row[0]
        wins[seat] = 0
        scores[seat] = 0
    rng.state = seed
    with nogil:
        for game in range(games):
            ops.copy(state, root)
            ops.begin(mind, tables, rows, &rng, NO_PLANS)
            while ops.to_move(state) >= 0:
                ops.apply(state, tables, ops.policy(state, tables, mind, &rng))
                plies += 1
            ops.returns(state, tables, win)
            ops.scores(state, tables, score)
            for seat in range(ops.n_seats):
                wins[seat] += win[seat]
                scores[seat] += score[seat]
    return [wins[seat] for seat in range(ops.n_seats)], [scores[seat] for seat in range(ops.n_seats)], plies


cdef int drawn(const float* prior, int n, RngC* rng) noexcept nogil:
    """One of `n` choices: in every other case each is as likely, else by the priors."""
    cdef double left = random_below(rng, 1 << 20) / <double>(1 << 20)
    cdef int k
    if random_below(rng, 2):
        return random_below(rng, n)
    for k in range(n):
        left -= prior[k]
        if left < 0:
            return k
    return n - 1


def sample_game(CoreState start not None, const double[::1] weights, double curiosity, int every, uint64_t seed):
    """One game by the policy that tries out something else now and then: (positions, win shares, scores).

    `curiosity` is the chance that a decision is drawn among its choices, by their priors and evenly in equal shares.
    The positions are those at which a round begins, and one in `every` moves.
    """
    cdef const double* rows[MAX_SEATS]
    cdef char mind[MAX_BYTES]
    cdef move_t choices[MAX_MOVES]
    cdef float prior[MAX_MOVES]
    cdef double win[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef const GameOps* ops = start.ops()
    cdef const void* tables = start.constants()
    cdef CoreState state = start.copy()
    cdef void* at = <void*>state.state()
    cdef RngC rng
    cdef int seat, n, round = ops.round(at)
    weights_for(ops, weights)
    for seat in range(MAX_SEATS):
        rows[seat] = &weights[0]
    rng.state = seed
    ops.begin(mind, tables, rows, &rng, NO_PLANS)
    seen = []
    while ops.to_move(at) >= 0:
        if ops.round(at) != round or random_below(&rng, every) == 0:
            round = ops.round(at)
            seen.append(state.copy())
        if random_below(&rng, 1000) < curiosity * 1000:
            n = ops.choices(at, tables, mind, choices, prior)
            if n:
                n = drawn(prior, n, &rng)
                if choices[n] & INTENT:
                    ops.adopt(at, tables, mind, choices[n])
                else:
                    ops.apply(at, tables, choices[n])
                    continue
        ops.apply(at, tables, ops.policy(at, tables, mind, &rng))
    ops.returns(at, tables, win)
    ops.scores(at, tables, score)
    return seen, [win[seat] for seat in range(ops.n_seats)], [score[seat] for seat in range(ops.n_seats)]


cdef class Follower:
    """Plays by the policy alone, and remembers its plan as long as the game goes on."""

    cdef const double[::1] weights
    cdef char mind[MAX_BYTES]
    cdef RngC rng
    cdef bint has_begun

    def __cinit__(self, const double[::1] weights, uint64_t seed):
        self.weights = weights
        self.rng.state = seed

    def forget(self):
        """A new game begins."""
        self.has_begun = False

    def move(self, CoreState state not None):
        """The text of the policy's move."""
        cdef const double* rows[MAX_SEATS]
        cdef int seat
        cdef const GameOps* ops = state.ops()
        if not self.has_begun:
            weights_for(ops, self.weights)
            for seat in range(MAX_SEATS):
                rows[seat] = &self.weights[0]
            ops.begin(self.mind, state.constants(), rows, &self.rng, NO_PLANS)
            self.has_begun = True
        return state.text_of(ops.policy(state.state(), state.constants(), self.mind, &self.rng))


def evaluate(CoreState state not None, const double[::1] weights):
    """(win shares, scores) of every seat by the game's evaluation."""
    cdef double win[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef int k, n = state.ops().n_seats
    weights_for(state.ops(), weights)
    state.ops().evaluate(state.state(), state.constants(), &weights[0], win, score)
    return [win[k] for k in range(n)], [score[k] for k in range(n)]
