"""``python -m jasssim`` is the command ``jasssim``."""

from jasssim.cli import main

if __name__ == "__main__":
    main(prog_name="jasssim")
