"""The names of the weights, in the order of the compiled list."""

from wonai._core.won.weights cimport N_WEIGHTS

WEIGHT_NAMES = (
    "builds_a_round", "field_pace", "clock_slack", "later",
    "open_side", "buy_share",
    "bias_farm", "bias_generator", "bias_academy", "bias_mine", "bias_factory", "bias_bank",
    "rival_output", "denied",
    "holding", "saving", "build_stock", "note_cost", "patience", "deal_gain", "end_lead",
    "tile_rounds", "like_rounds", "draft_noise", "draft_cash",
)
if len(WEIGHT_NAMES) != N_WEIGHTS:
    raise AssertionError("WEIGHT_NAMES and the compiled list differ")
