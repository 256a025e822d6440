"""The commands of ``jasssim``, one file each, found by scan.

``check_cases.py`` is ``jasssim check-cases``. A file has one click command named
``command`` and imports what is heavy only when it runs.
"""
