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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), preloadFont],
  build: {
    // `font-src 'self'` forbids data: fonts, so nothing is ever inlined.
    assetsInlineLimit: 0,
    // Every browser we support preloads modules itself.
    modulePreload: { polyfill: false },
    manifest: true,
    // The budget is checked after compression, per route.
    chunkSizeWarningLimit: 700,
    reportCompressedSize: false,
  },
})
