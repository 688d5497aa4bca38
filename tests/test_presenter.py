"""How a match becomes text: log lines, question, choices, board, pages, captions and hints for one viewer.

The first test is the whole use of the presenter, from a position to what a screen shows."""

from __future__ import annotations

import pytest

from parlour.games import find
from parlour.kernel.coach import Hint
from parlour.kernel.game import prepare_options
from parlour.kernel.journal import WATCHER, Journal
from parlour.kernel.text import MatchContext, all_events
from parlour.server.json_documents import line_document, question_document
from parlour.table.presenter import Choice, ChoiceHint, Presenter, event_row
from parlour.table.table import Table
from parlour.table.table_types import Notice
from tests.table_builders import bones_table, harmonictook_table, magpie_table, submit_accepted

MAGPIE = find("magpie")
PEARL = 4


def test_a_screen_shows_a_position_and_what_led_to_it() -> None:
    options, journal = prepare_options(MAGPIE, 2, {}), Journal()
    state = MAGPIE.start(2, options, journal)
    state.deal_outcome(PEARL)
    presenter = Presenter(MAGPIE, MatchContext(("Ann", "Bob"), options), viewer=0)

    (line,) = presenter.lines(all_events(journal))
    assert (line.number, line.category.name, line.text) == (1, "draw", "Out of the bag comes a pearl.")

    shown = presenter.show(state)
    assert shown.board().startswith("On offer: a pearl")
    assert shown.question() == "How many stones do you bid for a pearl (worth 5)?"
    assert shown.choices()[3] == Choice(3, "bid 3", "Bid 3")
    assert shown.view == MAGPIE.view(state, 0)
    assert shown.hints([Hint(3, 0.5, "a fair price")]) == [ChoiceHint("bid 3", 0.5, "a fair price", "Bid 3")]


def test_lines_leave_out_what_the_viewer_may_not_know_and_count_on() -> None:
    table = magpie_table()
    table.match.event_history.append(Notice("Bob plays again."))
    (first, *_, notice) = table.presenter(int(WATCHER)).lines(table.match.event_history, number=7)
    assert (first.number, first.event) == (8, table.match.event_history[0])
    assert (notice.number, notice.category.name, notice.event) == (7 + len(table.match.event_history), "system", None)
    private = table.match.event_history[0]._replace(audience=0b10)  # type: ignore[call-arg]
    assert table.presenter(1).lines([private])
    assert not table.presenter(0).lines([private])
    assert not table.presenter(int(WATCHER)).lines([private])


def test_a_forbidden_choice_comes_with_its_rule() -> None:
    table = harmonictook_table()
    while all(choice.refusal is None for choice in table.present(table.match.owing()[0]).choices()):
        seat = table.match.owing()[0]
        submit_accepted(table, seat, table.present(seat).choices()[0].notation)
    shown = table.present(table.match.owing()[0])
    refused = next(choice for choice in shown.choices() if choice.refusal is not None)
    assert refused.refusal is not None
    document = question_document(shown, 5, hint=True, lapse=None)
    assert {
        "action": refused.notation,
        "label": refused.label,
        "reason": {"rule": refused.refusal.rule, "sentence": refused.refusal.sentence},
    } in document["choices"]
    assert {"action", "label", "reason"} == set(document["choices"][0])
    assert (document["number"], document["text"], document["lapse"]) == (5, shown.question(), None)


def sealed_bid_table() -> Table:
    table = magpie_table()
    submit_accepted(table, 0, "bid 3")
    return table


@pytest.mark.parametrize("viewer", [0, int(WATCHER)])
def test_who_owes_no_answer_has_no_choices(viewer: int) -> None:
    table = sealed_bid_table()
    assert not table.present(viewer).choices()
    assert table.present(1).choices()


def test_a_position_of_the_past_is_shown_with_its_own_board() -> None:
    table = bones_table()
    before = table.match.state.clone()
    board = table.present(0).board()
    submit_accepted(table, 0, table.present(0).choices()[0].notation)
    assert table.present(0).board() != board
    assert table.presenter(0).show(before).board() == board
    assert "Map" in table.present(0).pages()
    assert table.present(0).captions()["hero"] == "Ann"


def test_an_event_file_and_a_message_name_the_same_arguments() -> None:
    table = magpie_table()
    (event, *_), (line, *_) = table.match.event_history, table.lines(0)
    assert not isinstance(event, Notice)
    row = event_row(table.game, table.match.context, event)
    assert (row["kind"], row["arguments"]) == ("shown", {"trinket": event.arguments[0]})
    assert row.items() >= {key: line_document(table.game, line)[key] for key in ("kind", "arguments", "text")}.items()
    assert event_row(table.game, table.match.context, Notice("Ann plays again."))["text"] == "Ann plays again."
