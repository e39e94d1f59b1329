"""The rules a second time, in slow plain Python, as an oracle for the tests of the compiled core."""
