import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { catalogueOf, compiled, messagesIn, spokenModules } from './messages.ts'

/** What the portal never shows, of the folders that it shares with the dashboard. */
const dashboardOnly =
  /^ui\/(list\/selected-bar|form\/(draft-offer|file-drop|check-group|choice-field)|page\/(cookie-banner|environment-banner|status-bar|bottom-bar|print-footer|skip-link|spinner-page)|table\/(column-width|table-editor|show-more|export-button|csv.*|list-keys)|value\/(avatar|ring|meter|day|key-hint)|overlay\/(drawer|menu)[\w-]*)\.tsx?$/
const modules = spokenModules().filter(({ file }) => !dashboardOnly.test(file))
const wanted = [...new Set(modules.flatMap(({ code }) => messagesIn(code)))].sort()

test.each(['de', 'ja'])('[WP-02] the catalogue %s has every message, and no others', (language) => {
  const catalogue = catalogueOf(language)
  expect(wanted.length).toBeGreaterThan(200)
  expect(Object.keys(catalogue).sort()).toEqual(wanted)
  for (const [message, text] of Object.entries(catalogue)) {
    expect(text, message).not.toBe('')
    expect(valuesIn(text), message).toEqual(valuesIn(message))
  }
})

/** The names of the values that stand in a message; one that is no ICU fails. */
function valuesIn(text: string): string[] {
  const { message } = compiled({ message: text })
  const parts = Array.isArray(message) ? message : []
  return [
    ...new Set(parts.flatMap((part) => (Array.isArray(part) ? [String(part[0])] : []))),
  ].sort()
}

/** Attributes whose text people see or hear. */
const seen = new Set([
  'label',
  'title',
  'description',
  'placeholder',
  'hint',
  'caption',
  'submit',
  'confirmLabel',
  'chosenLabel',
  'aria-label',
  'alt',
])

interface Node {
  type: string
  value?: unknown
  name?: { name?: string }
  start: number
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

function* nodesOf(value: unknown): Generator<Node> {
  if (isNode(value)) yield value
  for (const child of Object.values(Object(value)))
    if (typeof child === 'object' && child !== null) yield* nodesOf(child)
}

test('[WP-02] no text of the portal stands outside of the catalogues', () => {
  const bare = modules.flatMap(({ file, code }) =>
    [...nodesOf(parseAst(code, { lang: 'tsx' }))].flatMap((node) => {
      const { type, value } = node
      const text =
        type === 'JSXText'
          ? value
          : type === 'JSXAttribute' && seen.has(node.name?.name ?? '') && isNode(value)
            ? value.value
            : ''
      return typeof text === 'string' && /[a-z]{2}/i.test(text) && text.trim() !== 'ms'
        ? [`${file}: ${text.trim()}`]
        : []
    }),
  )
  expect(bare).toEqual([])
})
