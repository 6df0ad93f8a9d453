import type { Contract } from '@countersign/contracts'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Asks for the one font file early, so that the swap comes before the eye settles. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => file.endsWith('.woff2'))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            href: `/${file}`,
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
          },
          injectTo: 'head-prepend',
        })),
  },
}

/** Method, path and access of each operation are all that the client needs; the schemas stay with the server. */
const slimContracts: Plugin = {
  name: 'slim-contracts',
  enforce: 'pre',
  resolveId(source, importer) {
    const [, name] = /^@countersign\/contracts\/(\w+)$/.exec(source) ?? []
    const callsTheApi = /\/src\/(api\/client|document\/files|webhooks\/portal)\.ts$/.test(
      importer ?? '',
    )
    return name && callsTheApi ? `\0operations:${name}` : null
  },
  async load(id) {
    const [, name = ''] = /^\0operations:(\w+)$/.exec(id) ?? []
    if (!name) return null
    const contract: Contract = (await import(`@countersign/contracts/${name}`))[name]
    const groups = Object.entries(contract).map(([group, operations]) => [
      group,
      Object.fromEntries(
        Object.entries(operations).map(([verb, { method, path, access }]) => [
          verb,
          { method, path, access },
        ]),
      ),
    ])
    return `export const ${name} = ${JSON.stringify(Object.fromEntries(groups))}`
  },
}

/**
 * What several screens are made of, in few files: each costs a trip. What is small is merged with what
 * is not needed everywhere, so the bounds are low. Vendors are left out: nobody fetches one unasked.
 */
const shared = (name: string, test: RegExp, smallest: number) => ({
  ...{ name, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: smallest },
  test: (id: string) => test.test(id) && !id.includes('/src/vendors/'),
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [slimContracts, react(), tailwindcss(), preloadFont],
  build: {
    // `font-src 'self'` forbids data: fonts, so nothing is ever inlined.
    assetsInlineLimit: 0,
    // Every browser we support preloads modules itself.
    modulePreload: { polyfill: false },
    manifest: true,
    // The budget is checked after compression, per route.
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The names of all parts stand in the shell: they are kept short.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash:7].js`,
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            shared('kit', /\/node_modules\/(@base-ui|@floating-ui|@tanstack)\//, 3_000),
            shared('parts', /\/(apps\/web\/src|packages)\//, 1_000),
          ],
        },
      },
    },
  },
})
