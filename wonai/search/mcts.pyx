"""Monte-Carlo tree search for any number of seats, over GameOps, without the interpreter.

Each node keeps the value for the seat that chose it, so that selection is max^n. A tree is one array
of nodes of fixed size; when it is full, the search goes on with the leaves it has. Threads search
trees of their own with seeds of their own, and their root counts are added: with a limit of nodes the
answer is the same every time, however many threads there are.
"""

from libc.math cimport log, sqrt
from libc.stdlib cimport free, malloc

from wonai._core.core_state cimport CoreState
from wonai._core.game cimport GameOps
from wonai._core.rng cimport RngC, next_random, random_below
from wonai._core.types cimport MAX_MOVES, MAX_SEATS, int8_t, int32_t, int64_t, move_t, uint16_t, uint32_t, uint64_t

from wonai.search.root_line import RootLine

cdef enum:
    NO_NODE = -1
    MAX_DEPTH = 512
    MAX_STATE = 2048                  # bytes of a state of any game


cdef struct NodeC:
    move_t move                       # that leads here
    double value                      # sum over the visits, for the seat that moved
    int32_t first_child               # NO_NODE: not expanded
    uint16_t n_children
    int8_t seat                       # that moved
    uint32_t visits


cdef struct RootLineC:                # a root move, with the values of all seats
    double win[MAX_SEATS]
    double score[MAX_SEATS]
    double win_squared[MAX_SEATS]
    double score_squared[MAX_SEATS]


cdef class Tree:
    """One tree over one root position."""

    cdef NodeC* nodes
    cdef RootLineC* root_lines
    cdef int32_t n_nodes
    cdef int32_t max_nodes
    cdef int64_t n_simulations
    cdef int n_root
    cdef int depth
    cdef CoreState root
    cdef const GameOps* ops
    cdef const void* root_state
    cdef const void* tables
    cdef RngC rng
    cdef double exploration

    def __cinit__(self, CoreState root not None, size_t max_bytes, uint64_t seed, double exploration, moves=None):
        cdef move_t listed[MAX_MOVES]
        cdef int n, k
        self.root = root.copy()
        self.ops = self.root.ops()
        self.root_state = self.root.state()
        self.tables = self.root.constants()
        if self.ops == NULL or self.ops.state_size > MAX_STATE:
            raise ValueError("this state has no compiled rules to search")
        self.rng.state = seed
        self.exploration = exploration
        if moves is None:
            n = self.ops.moves(self.root_state, self.tables, listed)
        else:
            n = 0
            for text in moves:
                listed[n] = self.root.code_of(text)
                n += 1
        self.n_root = n
        self.max_nodes = <int32_t>max(min(max_bytes // sizeof(NodeC), <size_t>0x7FFFFFFF), <size_t>(n + 1))
        self.nodes = <NodeC*>malloc(self.max_nodes * sizeof(NodeC))
        self.root_lines = <RootLineC*>malloc(max(n, 1) * sizeof(RootLineC))
        if self.nodes == NULL or self.root_lines == NULL:
            raise MemoryError("not enough memory for the search tree; lower Hash")
        for k in range(n):
            for seat in range(MAX_SEATS):
                self.root_lines[k].win[seat] = 0
                self.root_lines[k].score[seat] = 0
                self.root_lines[k].win_squared[seat] = 0
                self.root_lines[k].score_squared[seat] = 0
        clear_node(&self.nodes[0], 0, self.ops.to_move(self.root_state))
        self.n_nodes = 1
        add_children(self, 0, listed, n, self.ops.to_move(self.root_state))

    def __dealloc__(self):
        free(self.nodes)
        free(self.root_lines)

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
    def nodes_used(self):
        """Nodes in the tree."""
        return self.n_nodes

    @property
    def deepest(self):
        """The longest path walked in the tree."""
        return self.depth

    def lines(self):
        """Every root move."""
        cdef int k, first = self.nodes[0].first_child, n_seats = self.ops.n_seats, n
        cdef int mover = self.ops.to_move(self.root_state)
        found = []
        for k in range(self.n_root):
            n = max(<int>self.nodes[first + k].visits, 1)
            found.append(RootLine(
                self.root.text_of(self.nodes[first + k].move),
                self.nodes[first + k].visits,
                [self.root_lines[k].win[seat] / n for seat in range(n_seats)],
                [self.root_lines[k].score[seat] / n for seat in range(n_seats)],
                [self.root_lines[k].win_squared[seat] for seat in range(n_seats)],
                [self.root_lines[k].score_squared[seat] for seat in range(n_seats)],
                self.root_lines[k].win[mover] / n,
                self.root_lines[k].win_squared[mover],
            ))
        return found

    def pv(self, int root_index, int length=12):
        """The most visited line behind a root move."""
        cdef int32_t node = self.nodes[0].first_child + root_index, child, best
        texts = []
        while len(texts) < length:
            texts.append(self.root.text_of(self.nodes[node].move))
            if self.nodes[node].first_child == NO_NODE or not self.nodes[node].n_children:
                break
            best = NO_NODE
            for child in range(self.nodes[node].first_child, self.nodes[node].first_child + self.nodes[node].n_children):
                if best == NO_NODE or self.nodes[child].visits > self.nodes[best].visits:
                    best = child
            if not self.nodes[best].visits:
                break
            node = best
        return texts


cdef inline void clear_node(NodeC* node, move_t move, int seat) noexcept nogil:
    node.move = move
    node.value = 0
    node.first_child = NO_NODE
    node.n_children = 0
    node.seat = <int8_t>seat
    node.visits = 0


cdef void add_children(Tree tree, int32_t parent, const move_t* moves, int n, int seat) noexcept nogil:
    """Room permitting; a full tree simply stays as it is."""
    cdef int k
    if tree.n_nodes + n > tree.max_nodes:
        return
    tree.nodes[parent].first_child = tree.n_nodes
    tree.nodes[parent].n_children = <uint16_t>n
    for k in range(n):
        clear_node(&tree.nodes[tree.n_nodes + k], moves[k], seat)
    tree.n_nodes += n


cdef int32_t select_child(Tree tree, int32_t parent) noexcept nogil:
    """UCB1; children that were never tried come first, in random order."""
    cdef NodeC* node = &tree.nodes[parent]
    cdef NodeC* child
    cdef double log_visits, value, best_value = -1
    cdef int32_t best = node.first_child
    cdef int k, n_untried = 0
    for k in range(node.n_children):
        if not tree.nodes[node.first_child + k].visits:
            n_untried += 1
            if random_below(&tree.rng, n_untried) == 0:
                best = node.first_child + k
    if n_untried:
        return best
    log_visits = log(<double>node.visits)
    for k in range(node.n_children):
        child = &tree.nodes[node.first_child + k]
        value = child.value / child.visits + tree.exploration * sqrt(log_visits / child.visits)
        if value > best_value:
            best_value = value
            best = node.first_child + k
    return best


cdef void simulate(Tree tree) noexcept nogil:
    """Walk down, add a leaf, play on at random to the end, and give every node on the path its seat's share."""
    cdef char state[MAX_STATE]
    cdef move_t moves[MAX_MOVES]
    cdef int32_t path[MAX_DEPTH]
    cdef double win[MAX_SEATS]
    cdef double score[MAX_SEATS]
    cdef const GameOps* ops = tree.ops
    cdef const void* tables = tree.tables
    cdef int32_t node = 0
    cdef int length = 1, seat, k, n
    cdef RootLineC* line
    ops.copy(state, tree.root_state)
    path[0] = 0
    while length < MAX_DEPTH:
        seat = ops.to_move(state)
        if seat < 0:
            break
        if tree.nodes[node].first_child == NO_NODE:
            if not tree.nodes[node].visits:
                break
            n = ops.moves(state, tables, moves)
            add_children(tree, node, moves, n, seat)
            if tree.nodes[node].first_child == NO_NODE:
                break
        node = select_child(tree, node)
        ops.apply(state, tables, tree.nodes[node].move)
        path[length] = node
        length += 1
    while ops.to_move(state) >= 0:
        ops.apply(state, tables, ops.sample(state, tables, &tree.rng))
    ops.returns(state, tables, win)
    ops.scores(state, tables, score)
    for k in range(length):
        tree.nodes[path[k]].visits += 1
        tree.nodes[path[k]].value += win[tree.nodes[path[k]].seat]
    tree.n_simulations += 1
    if length > tree.depth:
        tree.depth = length
    if length > 1:
        line = &tree.root_lines[path[1] - tree.nodes[0].first_child]
        for seat in range(ops.n_seats):
            line.win[seat] += win[seat]
            line.score[seat] += score[seat]
            line.win_squared[seat] += win[seat] * win[seat]
            line.score_squared[seat] += score[seat] * score[seat]
