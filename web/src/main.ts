import 'virtual:fonts.css'
import './theme.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { loadLobbies } from './games/lobby'
import { foresee } from './lib/ahead'
import { language, loadArea } from './lib/i18n.svelte'
import { place } from './lib/router.svelte'
import { dress } from './lib/settings.svelte'
import { loadPage } from './pages'
import { fit } from './lib/size.svelte'
import { settle } from './offline/page.svelte'

import.meta.glob('./games/*/tokens.css', { eager: true })

dress()
settle(language())
addEventListener('resize', fit)
void begin()

/**
 * What the page needs is on its way before its words are here, and is shown all at once. Nothing may wait for
 * that at the top level of this module: parts of a page import from it, and would wait for its end.
 */
async function begin(): Promise<void> {
  foresee(place())
  const code = loadPage(place().page)?.catch(() => {}) // who shows it says what is wrong
  await Promise.all([loadArea('shell'), loadLobbies(), code])
  const target = document.getElementById('app')!
  target.replaceChildren() // what was there until now
  mount(App, { target })
}
