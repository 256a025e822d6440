"""Part files of a comparison: whole-number tables that outlive an interrupt.

A part is written under a temporary name, forced to the disk and renamed, so that a file of
its own name is whole. It holds nothing that depends on the machine or the hour: the same
boards give the same bytes.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from threading import get_ident
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...bots.registry import load_bot, load_calling, source_of
from ...engine import source_hash

log = logging.getLogger("jasssim")
CONFIG = "config.json"


class Store:
    """A folder of parts.

    Parameters
    ----------
    folder : Path, optional
        Where parts are kept; None to keep nothing.
    config : mapping
        What the parts depend on, written beside them.

    Raises
    ------
    ValueError
        If the folder cannot be written.
    """

    def __init__(self, folder: Path | None, config: Mapping[str, Any]) -> None:
        self.folder = folder
        if folder is None:
            return
        text = json.dumps(config, indent=2, ensure_ascii=False) + "\n"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            write_whole(folder / CONFIG, text.encode())
        except OSError as error:
            reason = error.strerror or error
            raise ValueError(f"the folder {folder} cannot be written: {reason}") from error

    def table(
        self, name: str, shape: tuple[int, ...], make: Callable[[], NDArray[np.int64]]
    ) -> NDArray[np.int64]:
        """The table of a part: read if it was kept, else made and kept.

        A file that is damaged is named in a warning and made anew.
        """
        if self.folder is None:
            return make()
        path = self.folder / f"{name}.json"
        found = self._read(path, shape)
        if found is None:
            found = make()
            write_whole(path, part_bytes(found))
        return found

    @staticmethod
    def _read(path: Path, shape: tuple[int, ...]) -> NDArray[np.int64] | None:
        try:
            data = path.read_bytes()
        except FileNotFoundError:
            return None
        with suppress(ValueError, KeyError, TypeError, OverflowError):
            table = np.array(json.loads(data)["table"], np.int64)
            if table.shape == shape and part_bytes(table) == data:
                return table
        log.warning("%s is damaged: its boards are played again", path)
        return None


def part_bytes(table: NDArray[np.int64]) -> bytes:
    """A table as JSON, with a check sum."""
    text = json.dumps(table.tolist(), separators=(",", ":"))
    check = blake2b(text.encode(), digest_size=8).hexdigest()
    return f'{{"check":"{check}","table":{text}}}\n'.encode()


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that under its name it is whole or, after a failure, as it was before."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.{get_ident()}")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise


def bot_records(texts: tuple[str, ...]) -> list[dict[str, Any]]:
    """What the play of bots, or of ``CALLER:BOT``, depends on: parameters and sources."""
    return [{"text": text, "sources": _sources(text)} for text in texts]


def _sources(text: str) -> list[Any]:
    caller, colon, bot = text.rpartition(":")
    loaded: list[Any] = [load_bot(bot)]
    if colon:
        loaded.append(load_calling(caller))
    return [
        [one.name, dict(zip(one.params, values.tolist(), strict=False)), source_of(one)]
        for one, values in loaded
    ]


def full_config(bots: tuple[str, ...], config: Mapping[str, Any]) -> dict[str, Any]:
    """A comparison's configuration with its bots' sources and the engine's."""
    return {"bots": bot_records(bots), **config, "engine_source": source_hash()}


def config_hash(config: Mapping[str, Any]) -> str:
    """Eight hex digits that stand for a configuration."""
    text = json.dumps(config, sort_keys=True)
    return blake2b(text.encode(), digest_size=4).hexdigest()
