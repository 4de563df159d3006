/** The pages that an address can mean, each loaded when it is wanted. */
import type { Component } from 'svelte'
import type { Place } from './lib/router.svelte'

type Load<Props extends object> = () => Promise<{ default: Component<Props> }>
/** Each page, with what an address says of it. */
type Pages = { [Name in Exclude<Place['page'], 'nowhere'>]: Load<Omit<Place & { page: Name }, 'page'>> }
const PAGES: Pages = {
  lobby: () => import('./shell/Lobby.svelte'),
  table: () => import('./shell/TablePage.svelte'),
  replay: () => import('./shell/ReplayPage.svelte'),
  help: () => import('./shell/HelpPage.svelte'),
  learn: () => import('./shell/LearnPage.svelte'),
  sheet: () => import('./shell/SheetPage.svelte'),
  person: () => import('./shell/PersonPage.svelte'),
  account: () => import('./shell/AccountPage.svelte'),
  letters: () => import('./shell/LettersPage.svelte'),
  puzzles: () => import('./puzzles/PuzzlesPage.svelte'),
  puzzle: () => import('./puzzles/PuzzlePage.svelte'),
  tournaments: () => import('./club/TournamentsPage.svelte'),
  tournament: () => import('./club/TournamentPage.svelte'),
  ratings: () => import('./club/RatingsPage.svelte'),
  scene: () => import('./shell/ScenePage.svelte'),
  operator: () => import('./office/OperatorPage.svelte'),
  gallery: () => import('./gallery/GalleryPage.svelte'),
}

/** The code of a page; a second time it is there already. */
export function loadPage(name: Place['page']): ReturnType<Load<Omit<Place, 'page'>>> | null {
  return name === 'nowhere' ? null : (PAGES[name] as Load<Omit<Place, 'page'>>)()
}
