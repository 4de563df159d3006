/**
 * The fonts, cut from their packages to the letters that are read here: a build writes them, with the
 * style sheet `virtual:fonts.css` that names them, beside the packages. A browser fetches only the cuts
 * whose letters a page shows. Their licences are shipped beside the client.
 */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import subset from 'subset-font'
import type { Plugin } from 'vite'

const PACKAGES = resolve(import.meta.dirname, 'node_modules')
const MADE = resolve(PACKAGES, '.fonts')
const SHEET = 'virtual:fonts.css'
const FEATURES = ['ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'tnum']

/** Letters as CSS names them, and the file of a package that holds them. */
const LETTERS = {
  latin:
    'U+20-7E, U+A0-FF, U+2013-2014, U+2018-201A, U+201C-201E, U+2022, U+2026, U+20AC, U+2190-2193, U+2212',
  'latin-ext': 'U+104-107, U+118-119, U+141-144, U+15A-15B, U+179-17C', // of Polish
  cyrillic: 'U+400-45F',
}
/** Ornament: the brush writes nothing that must be read. */
const BRUSH = [...'天下一将軍侍孫子春夏秋冬花紅雪対秦晉燕韓齊楚呉']

/**
 * A page that waits for its fonts shows Arial and Times in their place, or what measures the same. Ours
 * are set to these measures, so that nothing moves when they come. Overrides count before `size-adjust`.
 */
const AS_ARIAL = 'size-adjust:114.6%;ascent-override:79%;descent-override:18.5%;line-gap-override:2.9%'
const AS_TIMES = 'ascent-override:89.1%;descent-override:21.6%;line-gap-override:4.2%'

export interface Cut {
  family: string
  /** A file of a package. */
  source: string
  weight: string
  letters: string
  measures: string
}

const cuts = (Object.keys(LETTERS) as (keyof typeof LETTERS)[]).flatMap((part): Cut[] => {
  const sans = { family: 'Alegreya Sans', letters: LETTERS[part], measures: AS_ARIAL }
  const sansFile = (weight: string) =>
    `@fontsource/alegreya-sans/files/alegreya-sans-${part}-${weight}-normal.woff2`
  const serifFile = `@fontsource-variable/alegreya/files/alegreya-${part}-wght-normal.woff2`
  return [
    { family: 'Alegreya', source: serifFile, weight: '500 800', letters: LETTERS[part], measures: AS_TIMES },
    ...['500', '800'].map((weight) => ({ ...sans, source: sansFile(weight), weight })),
  ]
})
export const CUTS: Cut[] = [
  ...cuts,
  {
    family: 'Yuji Boku',
    source: '@fontsource/yuji-boku/files/yuji-boku-japanese-400-normal.woff2',
    weight: '400',
    letters: BRUSH.map((sign) => `U+${sign.codePointAt(0)!.toString(16)}`).join(', '),
    measures: '',
  },
]
/** What every first page shows, in any language. */
const FIRST = /\/alegreya-latin-wght-|\/alegreya-sans-latin-[58]00-/

/** The letters of a `unicode-range`. */
export function lettersOf(range: string): string {
  return range
    .split(', ')
    .flatMap((part) => {
      const [from, to = from] = part
        .slice(2)
        .split('-')
        .map((code) => parseInt(code, 16)) as [number, number?]
      return Array.from({ length: to! - from + 1 }, (_, at) => String.fromCodePoint(from + at))
    })
    .join('')
}

/** The file of a cut; it is made if it is not there as these lines would make it. */
export async function cutFile({ source, weight, letters }: Cut): Promise<string> {
  const bytes = readFileSync(resolve(PACKAGES, source))
  const mark = createHash('sha256').update(bytes).update(`${weight}${letters}${FEATURES.join()}`)
  const path = resolve(MADE, `${basename(source, '.woff2')}.${mark.digest('hex').slice(0, 8)}.woff2`)
  if (!existsSync(path)) {
    const [min, max] = weight.split(' ').map(Number)
    const axes = max ? { variationAxes: { wght: { min, max } } } : {}
    const options = { targetFormat: 'woff2', keepFeatures: FEATURES, noHinting: true, ...axes }
    mkdirSync(MADE, { recursive: true })
    writeFileSync(path, await subset(bytes, lettersOf(letters), options))
  }
  return path
}

function face(cut: Cut, path: string): string {
  return (
    `@font-face{font-family:'${cut.family}';font-weight:${cut.weight};font-display:swap;` +
    `src:url('${path}') format('woff2');unicode-range:${cut.letters};${cut.measures}}`
  )
}

/** The licence of each package, by the name under which it is shipped. */
export function licences(): [string, string][] {
  const names = new Set(CUTS.map((cut) => cut.source.split('/').slice(0, 2).join('/')))
  return [...names].map((name) => [
    `licences/${name.split('/')[1]}.txt`,
    readFileSync(resolve(PACKAGES, name, 'LICENSE'), 'utf8'),
  ])
}

export function fonts(): Plugin {
  return {
    name: 'fonts',
    resolveId: (id) => (id === SHEET ? resolve(MADE, 'fonts.css') : null),
    async buildStart() {
      const faces = await Promise.all(CUTS.map(async (cut) => face(cut, await cutFile(cut))))
      writeFileSync(resolve(MADE, 'fonts.css'), faces.join('\n'))
    },
    generateBundle() {
      for (const [fileName, source] of licences()) this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((name) => FIRST.test(`/${basename(name)}`))
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${name}`, crossorigin: '' },
            injectTo: 'head-prepend' as const,
          })),
    },
  }
}
