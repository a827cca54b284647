"""The texts of a review: before it, a card, after it."""

from __future__ import annotations

from textual.widget import Widget

from tutor.course import model
from tutor.locale import translator
from tutor.study import reviewing
from tutor.study.clock import day
from tutor.study.deck import Scheduled, session
from tutor.study.records import GRADES
from tutor.study.reviewing import Outlook, Round
from tutor.tui import look
from tutor.tui.prose import prose
from tutor.tui.text import BLANK, Paragraph, Text, plain
from tutor.tui.widgets.choices import Choices

_ = translator("tui")


def nothing(found: Outlook) -> Text:
    """Nothing is due: when something will be."""
    return Text(
        [
            Paragraph(plain(_("Nothing is due today."), look.TITLE)),
            Paragraph(plain(reviewing.next_words(found))),
        ]
    )


def question(found: Outlook) -> Text:
    """What is due, and for how long the learner wants to go on."""
    due, minutes = reviewing.due_words(found), reviewing.minutes_words(found.minutes)
    head = _("{due}, {minutes}. How long do you want to go on?").format(due=due, minutes=minutes)
    return Text([Paragraph(plain(head))], classes="prose")


def lengths(found: Outlook) -> Choices:
    """The lengths that a sitting may have."""
    texts = []
    for minutes in reviewing.LENGTHS:
        count, everything = len(session(found.due, minutes)), len(found.due)
        text = _("{minutes} minutes: {count} of {all}")
        texts.append(text.format(minutes=minutes, count=count, all=everything))
        if count == everything:
            break
    choices = Choices(texts)
    choices.index = 0
    return choices


def where(lesson: model.Lesson, step: model.Step, one: Scheduled) -> Text:
    """From which page it is, and since when it is known."""
    missed = one.item.kind == "predict" and one.missed
    text = _("missed on {date}") if missed else _("met on {date}")
    text = text.format(date=day(one.met).isoformat())
    said = f"{lesson.number} {lesson.title} · {step.title} · {text}"
    return Text([Paragraph(plain(said, look.DIM))], classes="prose")


def card(found: model.Card, sitting: Round, shown: bool) -> list[Widget]:
    """A card; once it is `shown` its answer, and what each grade means."""
    parts: list[Widget] = [Text(prose(found.question), classes="prose")]
    if not shown:
        said = _("Answer it for yourself, then press Enter.")
        return [*parts, Text([Paragraph(plain(said, look.DIM))])]
    days = sitting.days()
    ways = "   ".join(
        f"{key} {reviewing.grade_words(grade, days[grade])}" for key, grade in enumerate(GRADES, 1)
    )
    asks = Paragraph(plain(_("How well did you know it?"), look.STRONG))
    return [
        *parts,
        Text([Paragraph(plain("─" * 24, look.RULE)), *prose(found.answer)]),
        Text([BLANK, asks, Paragraph(plain(ways))]),
    ]


def end(sitting: Round, now: Outlook) -> Text:
    """How it went, and what comes next."""
    said = [Paragraph(plain(_("That was it."), look.TITLE))]
    grades = list(sitting.grades.values())
    if grades:
        said.append(Paragraph(plain(reviewing.sum_words(grades))))
    if now.due:
        more = _("Still {due}. Enter goes on with them.").format(due=reviewing.due_words(now))
        said.append(Paragraph(plain(more)))
    else:
        said.append(Paragraph(plain(reviewing.next_words(now))))
    return Text(said)
