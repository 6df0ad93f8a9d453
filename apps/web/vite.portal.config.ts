import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { languages, preloadFont, pureContracts, slimContracts } from './vite-plugins.ts'

const base = '/portal/'

/** The webhook service's portal: a build of its own, so that the dashboard's chunks don't weigh on it. */
export default defineConfig({
  root: import.meta.dirname,
  base,
  plugins: [pureContracts, slimContracts, languages, react(), tailwindcss(), preloadFont(base)],
  build: {
    outDir: 'dist-portal',
    // `font-src 'self'` forbids data: fonts, so nothing is ever inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'portal.html',
      output: {
        codeSplitting: {
          groups: [
            { name: 'shell', tags: ['$initial'] },
            // Nearly every screen is a list.
            {
              name: 'list',
              test: /src\/(query\/data-list|ui\/(list\/list-top|table\/(data-|pagination|show-more)))/,
            },
            {
              ...{ name: 'parts', minShareCount: 2, entriesAware: true },
              entriesAwareMergeThreshold: 1_000,
            },
          ],
        },
      },
    },
  },
})
