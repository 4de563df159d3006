/**
 * Words in the reader's language.
 *
 * Catalogues are JSON files of ICU messages, `messages/<area>/<language>.json`; `t('samurai.board')`
 * is the message `board` of the area `samurai`. An area is loaded in the chosen language when it is
 * first needed, so that nobody downloads words they do not read.
 */
import { IntlMessageFormat } from 'intl-messageformat'
import { keep } from '../offline/page.svelte'
import { FORMATTERS } from './counting'
import { filled, isPlain, type Message, type Values } from './plain'
import { firmly } from './typography'

/** The code of a language, as in `en`. */
export type Language = string

export type { Values }
/** A map, for what is in it does not change: nothing watches each of its words. */
type Catalogue = ReadonlyMap<string, Message>
const files = import.meta.glob<Record<string, Message>>('../messages/*/*.json', { import: 'default' })
const KEPT = 'tenka.language'

/** The languages there are: those that have words for the shell. */
export const LANGUAGES: Language[] = Object.keys(files)
  .map((path) => path.match(/\/shell\/(.+)\.json$/)?.[1])
  .filter((code) => code !== undefined)

const loaded = $state<{ language: Language; areas: Record<string, Catalogue> }>({
  language: preferred(),
  areas: {},
})
const compiled = new Map<string, IntlMessageFormat>()

// The library would ask the browser of every message whether it knows the language, which takes long; it does.
IntlMessageFormat.resolveLocale = (locales) => new Intl.Locale(String(locales))

function preferred(): Language {
  const wishes = [localStorage.getItem(KEPT) ?? '', ...navigator.languages]
  const known = wishes.map((wish) => wish.split('-')[0]!).find((wish) => LANGUAGES.includes(wish))
  return known ?? 'en'
}

/** What a language is called by those who speak it. */
export function ownName(code: Language): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

async function fetchArea(area: string, language: Language): Promise<Catalogue> {
  const file = files[`../messages/${area}/${language}.json`]
  if (!file) throw new Error(`no messages for ${area} in ${language}`)
  return new Map(Object.entries(await file()))
}

/** The areas whose names begin so. */
export function areasOf(prefix: string): string[] {
  const areas = Object.keys(files).map((path) => path.split('/').at(-2)!)
  return [...new Set(areas)].filter((area) => area.startsWith(prefix))
}

/** Whether there are words of an area. */
export function hasArea(area: string): boolean {
  return `../messages/${area}/en.json` in files
}

/** Make an area's messages ready; call and await before showing what uses them. */
export async function loadArea(area: string): Promise<void> {
  if (!loaded.areas[area]) loaded.areas[area] = await fetchArea(area, loaded.language)
  document.documentElement.lang = loaded.language
}

/** Change the language of all that is shown; it is remembered. */
export async function setLanguage(language: Language): Promise<void> {
  const areas = Object.keys(loaded.areas)
  const catalogues = await Promise.all(areas.map((area) => fetchArea(area, language)))
  compiled.clear()
  loaded.areas = Object.fromEntries(areas.map((area, at) => [area, catalogues[at]!]))
  loaded.language = language
  localStorage.setItem(KEPT, language)
  document.documentElement.lang = language
  keep({ language })
}

export function language(): Language {
  return loaded.language
}

/** Whether a message exists, for words that only some pieces have. */
export function has(key: string): boolean {
  const [area, name] = parts(key)
  return loaded.areas[area]?.get(name) !== undefined
}

/** A message in the chosen language; reading it in a component keeps it up to date. */
export function t(key: string, values?: Values): string {
  const [area, name] = parts(key)
  const text = loaded.areas[area]?.get(name)
  if (text === undefined) return key
  const said = typeof text === 'string' && isPlain(text) ? filled(text, values) : chosen(key, text, values)
  return firmly(said, loaded.language)
}

/** A message whose words depend on its values. */
function chosen(key: string, text: Message, values?: Values): string {
  const cached = `${loaded.language}.${key}`
  let format = compiled.get(cached)
  if (!format) compiled.set(cached, (format = messageOf(text)))
  return String(format.format(values))
}

function messageOf(text: Message): IntlMessageFormat {
  return new IntlMessageFormat(text, loaded.language, undefined, { formatters: FORMATTERS })
}

function parts(key: string): [string, string] {
  const dot = key.indexOf('.')
  return [key.slice(0, dot), key.slice(dot + 1)]
}
