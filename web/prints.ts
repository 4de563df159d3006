/**
 * The games' prints, drawn once when the client is built: each `games/X/Picture.svelte` becomes a file of its
 * own, with the colours and the letters it shows inside. So a page that shows one loads a picture, and neither
 * the code that draws it nor a hundred elements. `virtual:prints` names them, with what is on their seals.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import subset from 'subset-font'
import { createServer, type Plugin } from 'vite'
import { CUTS } from './fonts'

const ROOT = import.meta.dirname
const SOURCES = resolve(ROOT, 'src')
const GAMES = resolve(SOURCES, 'games')
const MADE = resolve(ROOT, 'node_modules', '.prints')
const NAMES = 'virtual:prints'
/** The measure in which all of them are drawn. */
const SIZE = 'viewBox="0 0 360 440" width="360" height="440"'
const BOLD = 800

/** A print as its file, and what is written on its seal. */
export interface Print {
  svg: string
  signs: string
}

const pathOf = (game: string) => resolve(GAMES, game, 'Picture.svelte')
type Render = (component: unknown) => { head: string; body: string }

/** All games' prints, drawn by their own components. */
export async function drawPrints(): Promise<Record<string, Print>> {
  const server = await createServer({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    plugins: [svelte({ emitCss: false })],
  })
  try {
    const { render } = (await server.ssrLoadModule('svelte/server')) as { render: Render }
    const prints: Record<string, Print> = {}
    for (const game of readdirSync(GAMES).filter((name) => existsSync(pathOf(name)))) {
      const picture = (await server.ssrLoadModule(pathOf(game))) as { default: unknown; signs: string }
      prints[game] = { svg: await asFile(render(picture.default)), signs: picture.signs }
    }
    return prints
  } finally {
    await server.close()
  }
}

/** A drawing as a file: it stands for itself, for nothing of a page reaches into a picture. */
async function asFile({ head, body }: ReturnType<Render>): Promise<string> {
  const drawn = body.replaceAll(/<!--.*?-->/g, '')
  const rules = [...head.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, rule]) => rule)
  const styles = [await lettersIn(drawn), tokensIn(`${drawn}${rules.join('')}`), ...rules].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" ${SIZE}><style>${styles}</style>${drawn}</svg>`
}

/** The tokens that are asked for, and those that they ask for, by day. */
function tokensIn(text: string): string {
  const sheets = [SOURCES, ...readdirSync(GAMES).map((game) => resolve(GAMES, game))]
    .map((folder) => resolve(folder, 'tokens.css'))
    .filter(existsSync)
    .map((path) => readFileSync(path, 'utf8'))
  const all = new Map(
    [...sheets.join('').matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name!, value!]),
  )
  const wanted = new Map<string, string>()
  const want = (asking: string): void => {
    for (const [, name] of asking.matchAll(/var\((--[\w-]+)/g)) {
      const value = all.get(name!)
      if (value === undefined || wanted.has(name!)) continue
      wanted.set(name!, value)
      want(value)
    }
  }
  want(text)
  return `:root{color-scheme:light;${[...wanted].map(([name, value]) => `${name}:${value}`).join(';')}}`
}

/** Faces with no more than the letters that are written in a drawing. */
async function lettersIn(drawn: string): Promise<string> {
  const letters = [...drawn.matchAll(/<text[^>]*>([^<]*)</g)].map(([, written]) => written).join('')
  if (!letters) return ''
  const bold = CUTS.filter(({ source, weight }) => /-latin-/.test(source) && weight.endsWith(String(BOLD)))
  const faces = bold.map(async ({ family, source, weight }) => {
    const bytes = readFileSync(resolve(ROOT, 'node_modules', source))
    const axes = weight.includes(' ') ? { variationAxes: { wght: BOLD } } : {}
    const cut = await subset(bytes, letters, { targetFormat: 'woff2', noHinting: true, ...axes })
    const data = cut.toString('base64')
    return `@font-face{font-family:'${family}';src:url(data:font/woff2;base64,${data}) format('woff2')}`
  })
  return (await Promise.all(faces)).join('')
}

/** Gives a page the addresses of the prints, and what is on their seals. */
export function prints(): Plugin {
  const list = resolve(MADE, 'prints.js')
  return {
    name: 'prints',
    resolveId: (id) => (id === NAMES ? list : null),
    async load(id) {
      if (id !== list) return null
      const drawn = Object.entries(await drawPrints())
      mkdirSync(MADE, { recursive: true })
      for (const [game, { svg }] of drawn) writeFileSync(resolve(MADE, `${game}.svg`), svg)
      const imports = drawn.map(([game]) => `import ${game} from './${game}.svg?url'`)
      const named = drawn.map(([game, { signs }]) => `${game}: { src: ${game}, signs: '${signs}' }`)
      return `${imports.join('\n')}\nexport default { ${named.join(', ')} }`
    },
  }
}
