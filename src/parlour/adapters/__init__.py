"""Parlour's games behind the interfaces of other libraries, and as a vector environment for programs that learn."""
