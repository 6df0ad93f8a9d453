import { parseSync } from 'vite'

/** A statement on a table that companies share, and the condition that comes first in it. */
export type Statement = {
  /** Of the module’s own function or constant in which it stands. */
  readonly place: string
  readonly line: number
  readonly table: string
  /** As it is written; undefined without one. */
  readonly first: string | undefined
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>
type Call = Node & { readonly callee: Node; readonly arguments: readonly Node[] }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'
const isCall = (node: Node | undefined): node is Call => node?.type === 'CallExpression'

const begins = /^(selectFrom|updateTable|deleteFrom)$/

/** The name of the method that a call calls. */
function methodOf({ callee }: Call): string {
  const { property } = callee
  return isNode(property) ? String(property.name) : ''
}

/**
 * The statements of Kysely in a module that begin with a table.
 * @param tables those to look for, as `schema.table`
 */
export function statementsOf(
  path: string,
  source: string,
  tables: ReadonlySet<string>,
): Statement[] {
  const found: Statement[] = []
  const look = (node: Node, above: readonly Node[], place: string) => {
    const [argument] = isCall(node) ? node.arguments : []
    const table = argument?.type === 'Literal' ? String(argument.value).split(' ')[0] : undefined
    if (isCall(node) && table && begins.test(methodOf(node)) && tables.has(table)) {
      const condition = linksOf(above).find((link) => methodOf(link) === 'where')
      const [first] = condition?.arguments ?? []
      found.push({
        ...{ place, table },
        line: source.slice(0, node.start).split('\n').length,
        first: first && source.slice(first.start, first.end),
      })
    }
    for (const child of Object.values(node).flat())
      if (isNode(child)) look(child, [...above, node], place || nameOf(node))
  }
  look(parseSync(path, source).program as unknown as Node, [], '')
  return found
}

/** The calls that follow in the chain of the one below these. */
function linksOf(above: readonly Node[]): Call[] {
  const links: Call[] = []
  for (let at = above.length - 1; at > 0; at -= 2) {
    const link = above[at - 1]
    if (above[at]?.type !== 'MemberExpression' || !isCall(link) || link.callee !== above[at]) break
    links.push(link)
  }
  return links
}

/** Of what is declared; empty for any other node. */
function nameOf({ type, id }: Node): string {
  const declares = type === 'FunctionDeclaration' || type === 'VariableDeclarator'
  return declares && isNode(id) ? String(id.name ?? '') : ''
}
