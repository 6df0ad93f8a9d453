import type { Contract } from '@countersign/contracts'
import type { Plugin } from 'vite'

/**
 * Asks for the one font file early, so that the swap comes before the eye settles.
 * @param base where the page's files are, e.g. `/portal/`
 */
export const preloadFont = (base = '/'): Plugin => ({
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
            href: base + file,
            as: 'font',
            type: 'font/woff2',
            crossorigin: '',
          },
          injectTo: 'head-prepend',
        })),
  },
})

/** Files that call the API. */
const callers = /\/src\/(api\/client|document\/files|developer\/open|portal\/session)\.ts$/

/** Method, path and access of each operation are all that the client needs; the schemas stay with the server. */
export const slimContracts: Plugin = {
  name: 'slim-contracts',
  enforce: 'pre',
  resolveId(source, importer) {
    const [, name] = /^@countersign\/contracts\/(\w+)$/.exec(source) ?? []
    return name && callers.test(importer ?? '') ? `\0operations:${name}` : null
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
