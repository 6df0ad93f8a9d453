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

/** Method and path of each operation are all that the client needs; the schemas stay with the server. */
const slimContracts: Plugin = {
  name: 'slim-contracts',
  enforce: 'pre',
  resolveId(source, importer) {
    const [, name] = /^@countersign\/contracts\/(\w+)$/.exec(source) ?? []
    const callsTheApi = /\/src\/(api|webhooks\/portal)\.ts$/.test(importer ?? '')
    return name && callsTheApi ? `\0operations:${name}` : null
  },
  async load(id) {
    const [, name = ''] = /^\0operations:(\w+)$/.exec(id) ?? []
    if (!name) return null
    const contract: Contract = (await import(`@countersign/contracts/${name}`))[name]
    const groups = Object.entries(contract).map(([group, operations]) => [
      group,
      Object.fromEntries(
        Object.entries(operations).map(([verb, { method, path }]) => [verb, { method, path }]),
      ),
    ])
    return `export const ${name} = ${JSON.stringify(Object.fromEntries(groups))}`
  },
}

/** What screens are made of. A vendor's code is in files of its own, which nobody fetches without it. */
const ownParts = /\/(apps\/web\/src|packages|node_modules\/(@base-ui|@floating-ui|@tanstack))\//

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
        codeSplitting: {
          groups: [
            // One file for what every page needs, and few for what screens share: each costs a trip.
            { name: 'shell', tags: ['$initial'] },
            {
              name: 'parts',
              test: (id) => !/\/src\/vendors\//.test(id) && ownParts.test(id),
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 6_000,
            },
          ],
        },
      },
    },
  },
})
