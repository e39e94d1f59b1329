"""Moves for the seat that began, whatever has been played."""

from sound import SoundEngine

from wonai.game import State


class WrongSeat(SoundEngine):
    def set_up(self, state: State, moves: list[str]) -> None:
        first = state.copy()
        super().set_up(state, moves)
        self.state = first


WrongSeat().run()
