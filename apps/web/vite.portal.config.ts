import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { languages, preloadFont, slimContracts } from './vite-plugins.ts'

const base = '/portal/'

/** The webhook service's portal: a build of its own, so that the dashboard's chunks don't weigh on it. */
export default defineConfig({
  root: import.meta.dirname,
  base,
  plugins: [slimContracts, languages, react(), tailwindcss(), preloadFont(base)],
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
