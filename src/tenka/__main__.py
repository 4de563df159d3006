"""`python -m tenka`."""

from tenka.cli import main

main()
