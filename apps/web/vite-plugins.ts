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

/** Files that call the webhook service. The product’s contract is taken for its calls alone, wherever it is. */
const callers = /\/src\/(developer\/open|portal\/session)\.ts$/

/** Method, path and access of each operation are all that the client needs; the schemas stay with the server. */
export const slimContracts: Plugin = {
  name: 'slim-contracts',
  enforce: 'pre',
  resolveId(source, importer) {
    const [, name] = /^@countersign\/contracts\/(\w+)$/.exec(source) ?? []
    return name === 'product' || (name && callers.test(importer ?? ''))
      ? `\0operations:${name}`
      : null
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
 * Marks the calls that make the contracts’ schemas as free of side effects: pages use constants that stand beside
 * them, and the schemas themselves stay with the server.
 */
export const pureContracts: Plugin = {
  name: 'pure-contracts',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/packages\/contracts\/src\/.*\.ts$/.test(id)) return null
    const starts = new Set<number>()
    const ast = this.parse(code, { lang: 'ts' })
    JSON.stringify(ast, (_, node) => {
      if (node?.type === 'CallExpression') starts.add(node.start)
      return /Function/.test(node?.type) ? undefined : node
    })
    const marked = [...starts].sort((a, b) => b - a)
    return {
      code: marked.reduce((all, at) => `${all.slice(0, at)}/*@__PURE__*/ ${all.slice(at)}`, code),
      map: null,
    }
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
