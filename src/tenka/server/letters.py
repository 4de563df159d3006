"""What notices and letters say, in three languages.

They say where something waits and nothing of the game; nor any name that somebody chose, or a
stranger could have this server send their words to others.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from tenka.server.channels import INVITED

LANGUAGES = ("en", "pl", "ru")

WORDS = {
    "en": {
        "turn": "Your turn: {game}",
        "nudge": "They are waiting for you: {game}",
        "invited": "You are invited: {game}",
        "digest": "Tables that wait for you: {count}",
        "open": "It is for you to decide.",
        "free": "A seat is free for you.",
        "until": "Time is up on {time}.",
        "switch": "Which notices you get is up to you: {account}",
        "stop": "No more letters about your turns: {stop}",
        "enter": "Your link to Tenka",
        "enter_text": "This link signs you in. It works once, for fifteen minutes:\n\n{link}\n\n"
        "If you did not ask for it, somebody else typed your address; you need do nothing.",
        "add_text": "Somebody who is signed in to Tenka wants to add this mailbox to their "
        "account, to sign in with it and to be told of turns. If that is you, this link adds it. "
        "It works once, for fifteen minutes:\n\n{link}\n\n"
        "If it is not you, leave the link alone; you need do nothing.",
    },
    "pl": {
        "turn": "Twój ruch: {game}",
        "nudge": "Czekają na ciebie: {game}",
        "invited": "Zaproszenie do gry: {game}",
        "digest": "Stoły, które na ciebie czekają: {count}",
        "open": "Teraz ty decydujesz.",
        "free": "Czeka na ciebie wolne miejsce.",
        "until": "Czas mija {time}.",
        "switch": "O tym, jakie powiadomienia dostajesz, decydujesz tutaj: {account}",
        "stop": "Nie przysyłaj więcej wiadomości o moich ruchach: {stop}",
        "enter": "Twój link do Tenki",
        "enter_text": "Ten link cię zaloguje. Działa raz, przez piętnaście minut:\n\n{link}\n\n"
        "Jeśli to nie ty o niego prosisz, ktoś inny wpisał twój adres; nie musisz nic robić.",
        "add_text": "Ktoś zalogowany w Tence chce dodać tę skrzynkę do swojego konta, żeby się nią "
        "logować i dostawać powiadomienia o swoich ruchach. Jeśli to ty, doda ją ten link. "
        "Działa raz, przez piętnaście minut:\n\n{link}\n\n"
        "Jeśli to nie ty, zostaw go w spokoju; nie musisz nic robić.",
    },
    "ru": {
        "turn": "Ваш ход: {game}",
        "nudge": "Вас ждут: {game}",
        "invited": "Вас приглашают: {game}",
        "digest": "Столы, за которыми вас ждут: {count}",
        "open": "Решение за вами.",
        "free": "За столом для вас есть место.",
        "until": "Время выйдет {time}.",
        "switch": "Какие уведомления получать, решаете вы: {account}",
        "stop": "Больше не присылать писем о моих ходах: {stop}",
        "enter": "Ваша ссылка в Tenka",
        "enter_text": "По этой ссылке вы войдёте. Она действует один раз, пятнадцать минут:"
        "\n\n{link}\n\n"
        "Если вы её не просили, кто-то другой указал ваш адрес; делать ничего не нужно.",
        "add_text": "Кто-то, кто вошёл в Tenka, хочет добавить этот ящик к своей учётной записи, "
        "чтобы входить с ним и узнавать о своих ходах. Если это вы, ящик добавит эта ссылка. "
        "Она действует один раз, пятнадцать минут:\n\n{link}\n\n"
        "Если это не вы, не открывайте её; делать ничего не нужно.",
    },
}


@dataclass(frozen=True)
class Waiting:
    """A table that waits for somebody."""

    event: str  # 'turn', 'nudge' or 'invited'
    game: str  # its title
    path: str
    until: float | None  # when the time is up


def title(language: str, waiting: list[Waiting]) -> str:
    """One line: the game or, of several tables, how many."""
    words = WORDS[language]
    if len(waiting) > 1:
        return words["digest"].format(count=len(waiting))
    return words[waiting[0].event].format(game=waiting[0].game)


def line(language: str, one: Waiting) -> str:
    """What is said of one table beside its game."""
    words = WORDS[language]
    if one.event == INVITED:
        return words["free"]
    if one.until is None:
        return words["open"]
    time = datetime.fromtimestamp(one.until, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{words['open']} {words['until'].format(time=time)}"


def digest(language: str, waiting: list[Waiting]) -> str:
    """What a push says of all of them."""
    if len(waiting) == 1:
        return line(language, waiting[0])
    return ", ".join(sorted({one.game for one in waiting}))


def letter(language: str, waiting: list[Waiting], base_url: str, stop: str) -> str:
    """The text of an e-mail: each table with its link, and how to get no more of them."""
    words = WORDS[language]
    parts = [f"{one.game}\n{line(language, one)}\n{base_url}{one.path}" for one in waiting]
    switch = words["switch"].format(account=f"{base_url}/account")
    return "\n\n".join([*parts, f"--\n{switch}\n{words['stop'].format(stop=stop)}", ""])


def sign_in(language: str, link: str, *, adds: bool) -> tuple[str, str]:
    """Subject and text of a letter that signs somebody in, or adds a mailbox to their account."""
    words = WORDS[language]
    return words["enter"], words["add_text" if adds else "enter_text"].format(link=link)
