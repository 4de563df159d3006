"""Shogun's tower at the page: it ends as the server decided."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web import chromium
from tests.web.acting import overflow, press
from tests.web.conftest import PATIENCE
from tests.web.shogun import PHONE, THREE, field, load, sit

# A machine without a graphics card is given the drawing; here it must show the real tower.
ANY_CARD = """
const get = HTMLCanvasElement.prototype.getContext
HTMLCanvasElement.prototype.getContext = function (kind, wishes) {
  return get.call(this, kind, { ...wishes, failIfMajorPerformanceCaveat: false })
}
"""

SLOW = 120_000  # milliseconds that a processor may need to get ready for what a graphics card draws
MOST_DRAWN = 12  # calls for what is seen; the shadows take as many again, or fewer

# What the graphics card was asked to keep, and what of it was given back.
COUNT_OBJECTS = """
window.objects = {}
for (const kind of ['Buffer', 'Texture', 'Program', 'Framebuffer']) {
  objects[kind] = 0
  const all = WebGL2RenderingContext.prototype
  const [make, drop] = [all[`create${kind}`], all[`delete${kind}`]]
  all[`create${kind}`] = function () { objects[kind] += 1; return make.call(this) }
  all[`delete${kind}`] = function (one) { objects[kind] -= 1; return drop.call(this, one) }
}
"""
OBJECTS = "() => ({ ...objects })"

# How much is drawn for one picture after another: into shadows first, then on the canvas.
COUNT_DRAWN = """
window.drawn = [{ shadows: 0, canvas: 0 }]
let target = null
const context = WebGL2RenderingContext.prototype
const bind = context.bindFramebuffer
context.bindFramebuffer = function (kind, frame) {
  target = frame
  return bind.call(this, kind, frame)
}
for (const name of ['Elements', 'Arrays', 'ElementsInstanced', 'ArraysInstanced']) {
  const draw = context[`draw${name}`]
  context[`draw${name}`] = function (...what) {
    if (target && drawn.at(-1).canvas) drawn.push({ shadows: 0, canvas: 0 })
    drawn.at(-1)[target ? 'shadows' : 'canvas'] += 1
    return draw.call(this, ...what)
  }
}
"""

# Keep what a battle tells, frame by frame, and what screen readers are told of it.
REMEMBER = """(() => {
  window.told = []
  window.spoken = []
  const look = () => {
    const battle = document.querySelector('[data-testid=battle]')
    if (battle) {
      told.push(battle.innerText)
      const live = '[aria-live], [role=status], [role=alert], [role=log]'
      const regions = [...battle.querySelectorAll(live)]
      const words = regions.map((region) => region.textContent).join('|')
      if (spoken.at(-1) !== words) spoken.push(words)
    }
    requestAnimationFrame(look)
  }
  look()
})()"""

# Watch all battles of the log again, from their results; what lay on the drawn tray at the end.
WATCH = """async () => {
  const until = async (found) => {
    for (;;) {
      const one = found()
      if (one) return one
      await new Promise(requestAnimationFrame)
    }
  }
  const lying = []
  const results = /^(The (attack|defence|revolt|peasants)|Nobody wins)/
  for (const line of [...document.querySelectorAll('[data-testid=log] button.again')]) {
    if (!results.test(line.textContent)) continue
    line.click()
    const tower = '[data-testid=tower]:not([data-lying=""])'
    lying.push((await until(() => document.querySelector(tower))).dataset.lying)
    for (let open = true; open; open = document.querySelector('[data-testid=battle]') !== null) {
      document.querySelector('[data-testid=battle]').click()
      await new Promise(requestAnimationFrame)
    }
  }
  return lying
}"""


def test_the_tower_ends_as_the_server_decided(visit):
    """The cubes that lie on the drawn tray; web/tests/tower.test.ts rolls those of 300 battles."""
    page = visit(reduced_motion="reduce")
    fell = [e["cubes"] for e in load(page, "war-8") if e["kind"] == "fell"]
    press(page, "Show everything from the start")
    lying = page.evaluate(WATCH)
    assert [[int(n) for n in line.split()] for line in lying] == fell


def test_the_first_throw_is_seen_by_who_sits_down(visit, picture):
    """What stays in the tower is told when the rest lies on the tray; who has seen it goes on."""
    page = visit(speed="fast", hold="own")
    page.add_init_script(REMEMBER)
    sit(page, THREE)
    battle = page.get_by_test_id("battle")
    expect(battle).to_contain_text("goes back to the reserve")
    told = page.evaluate("told.splice(0)")
    assert "Still to fall" in told[0]
    assert "goes back" not in told[0]
    picture(page, "shogun-first-throw")
    battle.get_by_role("button", name="Again").click()
    page.wait_for_function("() => told.some((words) => words.includes('Still to fall'))")
    expect(battle).to_contain_text("goes back to the reserve")
    battle.get_by_role("button", name="Continue").click()
    expect(field(page, "bid")).to_be_visible()
    page.reload()
    expect(field(page, "bid")).to_be_visible()
    expect(battle).to_have_count(0)


def test_a_battle_is_shown_as_it_happens(visit, picture):
    """In motion the cubes come to lie after a while; what they mean is told then, and once."""
    page = visit(speed="normal")
    load(page, "war-8")
    page.evaluate(REMEMBER)
    page.locator("[data-testid=log] button.again").last.click()
    tower = page.get_by_test_id("tower")
    expect(tower).not_to_have_attribute("data-lying", "")
    told = page.evaluate("told")
    assert "Still to fall" in told[0]
    assert "against" not in told[0]
    expect(page.get_by_test_id("battle")).to_contain_text("against")
    silence, sentence = page.evaluate("spoken")
    assert silence == ""
    assert " against " in sentence
    kind = "canvas => canvas.getContext('2d') !== null"
    assert tower.locator("canvas").evaluate(kind)
    picture(page, "shogun-battle")
    page.set_viewport_size(PHONE)
    picture(page, "shogun-battle-phone")
    assert overflow(page) == []
    press(page, "Close")
    expect(page.get_by_test_id("battle")).to_have_count(0)


@pytest.fixture
def solid(browser, table_server):
    """A page in a Chromium that draws in three dimensions without a graphics card."""
    path, kind = chromium.find(), browser.browser_type
    with kind.launch(executable_path=path, args=list(chromium.SOLID)) as solid:
        page = solid.new_page(
            viewport={"width": 640, "height": 400},
            base_url=table_server.url,
            reduced_motion="reduce",
        )
        page.set_default_timeout(SLOW)
        expect.set_options(timeout=SLOW)
        page.add_init_script(ANY_CARD + COUNT_OBJECTS + COUNT_DRAWN)
        yield page
        expect.set_options(timeout=PATIENCE)


def test_the_tower_in_three_dimensions(solid, picture):
    """The same cubes lie on its tray as in the drawing; battle after battle it keeps no more."""
    fell = [e["cubes"] for e in load(solid, "war-8") if e["kind"] == "fell"]
    tower, kept = solid.get_by_test_id("tower"), []
    for battle in (-1, -3, -5):
        solid.locator("[data-testid=log] button.again").nth(battle).dispatch_event("click")
        expect(tower).not_to_have_attribute("data-lying", "")
        kept.append(solid.evaluate(OBJECTS))
        if battle == -1:
            assert [int(n) for n in tower.get_attribute("data-lying").split()] == fell[-1]
            kind = "canvas => canvas.getContext('webgl2') !== null"
            assert tower.locator("canvas").evaluate(kind)
            picture(solid, "shogun-tower-solid")
        solid.get_by_role("button", name="Close", exact=True).dispatch_event("click")
        expect(tower).to_have_count(0)
    assert kept[0]["Texture"] > 0
    assert kept[0] == kept[1] == kept[2]
    once = solid.evaluate("drawn.at(-1)")
    assert 5 < once["canvas"] <= MOST_DRAWN
    assert 3 < once["shadows"] < MOST_DRAWN
