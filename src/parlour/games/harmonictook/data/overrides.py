"""Turns the changes of card data that an experiment asks for into the match option `card_overrides`."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.games.harmonictook.data.packs import FILES, OFFICIAL, Pack
from parlour.games.harmonictook.rules.book import catalogue_of
from parlour.kernel.options import Options, Value
from parlour.kernel.problem import Problem
from parlour.kernel.study import DataOverrides

OPTION_NAME = "card_overrides"


def apply_data_overrides(options: Options, data: DataOverrides) -> Options:
    """Returns match options that change these fields of cards and landmarks; a Problem lists the valid names."""
    packs = packs_of(options)
    for file, cards in data.items():
        pack = _find_pack(file, packs)
        for name, fields in cards.items():
            for field, value in fields.items():
                options = _add_override(options, file, _find_id(file, pack, name, packs), field, value)
    return options


def packs_of(options: Options) -> dict[str, Pack]:
    """Returns the card sets that these match options put in play, by the name of their JSON file."""
    files = dict(zip((pack.id for pack in OFFICIAL), FILES, strict=True))
    own = str(options["cards"]).partition("\n")[0]
    return {files.get(pack.id, own): pack for pack in catalogue_of(options).packs}


def _find_pack(file: str, packs: Mapping[str, Pack]) -> Pack:
    if file in packs:
        return packs[file]
    if file in FILES:
        raise Problem(
            f"The cards of {file} are not in play; add them with the option {file.removesuffix('.json')}=yes."
        )
    raise Problem(f"No card file in play is called {file!r}; change one of {', '.join(packs)}.")


def _find_id(file: str, pack: Pack, name: str, packs: Mapping[str, Pack]) -> str:
    """Returns the id of a card or landmark in a pack, given by its id or its name; a Problem if the pack has none."""
    ids = _ids_by_name(pack)
    if name.lower() in ids:
        return ids[name.lower()]
    official = dict(zip(FILES, OFFICIAL, strict=True))
    for other, more in {**official, **packs}.items():
        if name.lower() in _ids_by_name(more):
            raise Problem(f"The card file {file} has no card {name!r}; change it in {other}, which has one.")
    raise Problem(f"The card file {file} has no card {name!r}; choose one of {', '.join(dict.fromkeys(ids.values()))}.")


def _ids_by_name(pack: Pack) -> dict[str, str]:
    things = [(one.id, one.name) for one in pack.cards] + [(one.id, one.name) for one in pack.landmarks]
    return {name: name for name, _ in things} | {words.lower(): name for name, words in things}


def _add_override(options: Options, file: str, name: str, field: str, value: Value) -> Options:
    text = str(value).lower() if isinstance(value, bool) else str(value).replace(" ", "")
    spot = f"{name}.{field}="
    words = [word for word in str(options[OPTION_NAME]).split() if not word.startswith(spot)]
    changed = {**options, OPTION_NAME: " ".join([*words, f"{spot}{text}"])}
    try:
        catalogue_of(changed)
    except Problem as problem:
        raise Problem(str(problem).replace(f"{OPTION_NAME}: ", f"{file}: ")) from None
    return changed
