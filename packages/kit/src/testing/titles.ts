import { parseAst } from 'vitest/node'

/** How a title is asked for the rows that its test proves: the tags at its start, and no others. */
const rowIds = /^(?:\[[A-Z]+-?\d*\] ?)+/

/**
 * The titles of a file's tests and of the groups they stand in, as its source spells them: the first argument
 * of `test`, `it` and `describe`, also through `.each(…)` and the like. Comments, other strings and tests that
 * never run (`skip`, `todo`, `fixme`) have none.
 */
export function titlesOf(source: string): string[] {
  const titles: string[] = []
  visit(parseAst(source, { lang: 'ts' }), (node) => {
    const [title] = node.type === 'CallExpression' ? nodesIn(node.arguments) : []
    if (title && isText(title) && isTest(node.callee))
      titles.push(source.slice(title.start + 1, title.end - 1))
  })
  return titles
}

/** The rows that a title names. */
export const rowsOf = (title: string): string[] =>
  rowIds.exec(title)?.[0].match(/[A-Z]{2}-\d{2}/g) ?? []

/** A node of the syntax tree. Which fields it has depends on its type, so each is checked before it is used. */
interface Node {
  readonly [field: string]: unknown
  readonly type: string
  readonly start: number
  readonly end: number
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value

const nodesIn = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see)
  if (!isNode(value)) return
  see(value)
  for (const field of Object.values(value)) visit(field, see)
}

const isText = ({ type, value }: Node) =>
  type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')

/** Whether this is `test`, `describe.each(…)` and so on: what is called with a title. */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false
  const { type, name, object, property } = callee
  if (type === 'Identifier') return /^(test|it|describe)$/.test(String(name))
  if (type === 'CallExpression' || type === 'TaggedTemplateExpression')
    return isTest(type === 'CallExpression' ? callee.callee : callee.tag)
  if (type !== 'MemberExpression' || !isNode(property)) return false
  return !/^(skip|todo|fixme|step|fails)$/.test(String(property.name)) && isTest(object)
}
