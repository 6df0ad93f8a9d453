import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { languages, preloadFont, pureContracts, slimContracts } from './vite-plugins.ts'

/**
 * What several screens are made of, in few files: each costs a trip. What is small is merged with what
 * is not needed everywhere, so the bounds are low. Vendors are left out: nobody fetches one unasked.
 */
const shared = (name: string, test: RegExp, smallest: number) => ({
  ...{ name, minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: smallest },
  test: (id: string) => test.test(id) && !id.includes('/src/vendors/'),
})

/** What most screens need: one file, and one trip. */
const common = {
  name: 'common',
  minShareCount: 5,
  test: (id: string) =>
    /\/(packages\/contracts|packages\/kit|apps\/web\/src)\//.test(id) &&
    !apart.test(id) &&
    !/contracts\/src\/transactions\//.test(id),
}
/** What is fetched once it is opened, what brings much along, and what the screens of one part alone need. */
const apart =
  /src\/(vendors|webhooks|developer|form|ui\/overlay\/.*(window|parts|layer)|ui\/form\/combobox-list|ui\/page\/tabs|ui\/value\/json-tree)/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [pureContracts, slimContracts, languages, react(), tailwindcss(), preloadFont()],
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
            common,
            // The pages that people see first have no form.
            { name: 'form', test: /\/apps\/web\/src\/form\/|\/react-hook-form\// },
            // Small, and asked for by lists alone: merged with their words, it would bring those along.
            { name: 'api', minShareCount: 2, test: /\/apps\/web\/src\/api\// },
            shared('kit', /\/node_modules\/(@base-ui|@floating-ui|@tanstack)\//, 12_000),
            // What needs nothing of the screens stands apart from them: parts that need each other could
            // run in the wrong order.
            shared('contracts', /\/packages\/contracts\//, 4_000),
            shared('icons', /\/lucide-react\//, 3_000),
            shared('ui', /\/(apps\/web\/src\/ui|packages\/kit)\//, 1_200),
            shared('parts', /\/apps\/web\/src\//, 2_000),
          ],
        },
      },
    },
  },
})
