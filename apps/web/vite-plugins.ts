import type { Contract } from '@countersign/contracts'
import type { Plugin } from 'vite'
import { catalogueOf, compiled, messagesIn } from './messages.ts'

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
const callers =
  /\/src\/(api\/client|admin\/import-files|document\/files|developer\/open|portal\/session|report\/save-pdf)\.ts$/

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

const languageModule = `${import.meta.dirname}/src/ui/language.ts`

/**
 * Compiles messages: the English ones of a module that have places for values, at its end; and the
 * catalogue of another language as `virtual:catalogue/de`.
 */
export const languages: Plugin = {
  name: 'languages',
  enforce: 'pre',
  resolveId: (source) => (source.startsWith('virtual:catalogue/') ? `\0${source}` : null),
  load(id) {
    const [, language = ''] = /^\0virtual:catalogue\/(\w+)$/.exec(id) ?? []
    if (!language) return null
    return `export const messages = ${JSON.stringify(compiled(catalogueOf(language)))}`
  },
  transform(code, id) {
    if (!/\/src\/.*\.tsx?$/.test(id) || id === languageModule) return null
    const withValues = messagesIn(code).filter((message) => message.includes('{'))
    if (withValues.length === 0) return null
    const own = compiled(Object.fromEntries(withValues.map((message) => [message, message])))
    return `${code}\nimport { learn as learnMessages } from '${languageModule}'\nlearnMessages(${JSON.stringify(own)})`
  },
}
