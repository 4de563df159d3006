import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chunks } from './chunks'
import { fonts } from './fonts'
import { installable, WORKER } from './install'
import { lengths } from './lengths'
import { messages } from './messages'
import { prints } from './prints'

const OUT = '../src/tenka/server/static'

/** Compressed copies beside each asset, so that the server need not compress. */
function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir, 'assets')
    },
    closeBundle() {
      for (const name of readdirSync(folder).filter((n) => /\.(js|css|svg)$/.test(n))) {
        const bytes = readFileSync(resolve(folder, name))
        writeFileSync(resolve(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
        writeFileSync(resolve(folder, `${name}.br`), brotliCompressSync(bytes))
      }
    },
  }
}

export default defineConfig({
  plugins: [fonts(), prints(), messages(), svelte(), installable(), compressed()],
  css: { postcss: { plugins: [lengths()] } },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: {
      input: { index: 'index.html', sw: WORKER },
      output: {
        // A browser asks for a new edition of the service worker under the same name.
        manualChunks: chunks(),
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  test: {
    css: { include: [/(tokens|theme)\.css/] }, // tests read the colours and what has the focus
    testTimeout: 120_000, // milliseconds: others may keep the machine busy
  },
  optimizeDeps: { exclude: ['virtual:prints'] },
  server: { proxy: { '/api': process.env.TENKA_SERVER ?? 'http://127.0.0.1:8000' } },
})
