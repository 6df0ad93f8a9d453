import { parseSync } from 'vite'

/** One planted fault: these characters of a file are replaced. */
export type Fault = {
  /** Offsets of the characters, the end exclusive. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  /** What is planted, in a few words. */
  readonly what: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string'

const otherOperators: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
  '*': '/',
  '&&': '||',
  '||': '&&',
}

/** Links of a chain without which it does too much, or in any order. */
const guards =
  /^(where|orderBy|limit|forUpdate|skipLocked|filter|sort|toSorted|slice|trim|toLowerCase)$/

const otherMethods = new Map([
  ['every', 'some'],
  ['some', 'every'],
  ['min', 'max'],
  ['max', 'min'],
])

/**
 * All single faults that can be planted in a module.
 * @param source TypeScript that parses
 */
export function faultsOf(path: string, source: string): Fault[] {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} does not parse`)
  const faults: Fault[] = []
  const text = ({ start, end }: Node) => source.slice(start, end)
  const plant = ({ start, end }: Node, replacement: string, what: string) =>
    faults.push({ start, end, replacement, what })
  /** The operator between two operands, however it is spaced. */
  const swap = (left: Node, right: Node, operator: string) => {
    const other = otherOperators[operator]
    const start = source.indexOf(operator, left.end)
    if (!other || start < 0 || start >= right.start) return
    faults.push({
      ...{ start, end: start + operator.length, replacement: other },
      what: `${operator} becomes ${other}`,
    })
  }

  /** Defaults of `null` in values of a statement: what is undefined is sent as null, or left out of a new row. */
  const needless = new Set<unknown>()
  const visit = (node: Node): void => {
    // Types do nothing when the program runs.
    if (/^TS(?!AsExpression|NonNull|Satisfies)/.test(node.type)) return
    const { type } = node
    if (type === 'BinaryExpression' || type === 'LogicalExpression') {
      const { left, right, operator } = node
      if (isNode(left) && isNode(right) && typeof operator === 'string') {
        const joinsText = operator === '+' && /^['"`]/.test(text(left) + text(right))
        if (operator === '??' && !needless.has(node))
          plant(node, text(left), 'the default is dropped')
        else if (operator !== '??' && !joinsText) swap(left, right, operator)
      }
    }
    if ((type === 'IfStatement' || type === 'ConditionalExpression') && isNode(node.test)) {
      plant(node.test, `!(${text(node.test)})`, 'the condition is turned round')
      plant(node.test, 'false', 'the condition never holds')
    }
    if (type === 'UnaryExpression' && node.operator === '!' && isNode(node.argument))
      plant(node, text(node.argument), '! is dropped')
    if (type === 'Literal' && typeof node.value === 'boolean')
      plant(node, String(!node.value), `${node.value} becomes ${!node.value}`)
    if (type === 'Literal' && typeof node.value === 'number' && !needless.has(node))
      plant(node, ...otherNumber(text(node), node.value))
    if (type === 'TaggedTemplateExpression' && isNode(node.tag) && text(node.tag) === 'sql')
      for (const value of (node.quasi as { expressions: Node[] }).expressions)
        if (isNode(value.right) && text(value.right) === 'null') needless.add(value)
    if (type === 'ThrowStatement') plant(node, ';', 'nothing is thrown')
    if (type === 'ExpressionStatement' && isNode(node.expression)) {
      const { expression } = node
      const inner = expression.type === 'AwaitExpression' ? expression.argument : expression
      if (isNode(inner) && inner.type === 'CallExpression') plant(node, ';', 'a call is dropped')
    }
    if (type === 'CallExpression' && isNode(node.callee)) visitCall(node, node.callee)
    if (type === 'TemplateElement') faults.push(...sqlFaults(source, node.start, node.end))
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
  }

  const visitCall = (call: Node, { object, property }: Node): void => {
    if (!isNode(object) || !isNode(property)) return
    const name = text(property)
    const [first] = call.arguments as Node[]
    if (name === 'values' && first?.type === 'ObjectExpression')
      for (const { value } of first.properties as Node[])
        if (isNode(value) && isNode(value.right) && text(value.right) === 'null')
          needless.add(value)
    // No list of a test is longer than such a limit: one row alone is what a test can see.
    if (name === 'limit' && first?.type === 'Literal') {
      needless.add(first)
      if (first.value !== 1) plant(first, '1', `.limit(${text(first)}) becomes .limit(1)`)
    } else if (guards.test(name)) {
      const dot = source.lastIndexOf('.', property.start)
      const start = source[dot - 1] === '?' ? dot - 1 : dot
      plant({ ...property, start, end: call.end }, '', `.${name}() is dropped`)
    }
    const other = otherMethods.get(name)
    if (other) plant(property, other, `${name} becomes ${other}`)
  }

  visit(program as unknown as Node)
  return faults.filter(({ start, end, replacement }) => source.slice(start, end) !== replacement)
}

/** One more of a few, half of many: one of many more or less is nothing that anybody notices. */
const otherNumber = (text: string, value: number): [replacement: string, what: string] => {
  const other = String(value < 10 ? value + 1 : Math.floor(value / 2))
  return [other, `${text} becomes ${other}`]
}

const sqlSwaps: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/ desc\b/gi, ' asc'],
  [/\border by [^()$]+?(?=\s(?:limit|offset|for)\b|\)|$)/gi, ''],
  [/\bfor (?:no key )?update\b(?: of \w+)?/gi, ''],
  [/\bskip locked\b/gi, ''],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/\bis not null\b/gi, 'is null'],
  [/\bis null\b/gi, 'is not null'],
  [/\bnot exists\b/gi, 'exists'],
  [/\sand\s/gi, ' or '],
  [/\sor\s/gi, ' and '],
]

/** Faults in the SQL between two offsets; none where the text is no SQL. */
function sqlFaults(source: string, from: number, to: number): Fault[] {
  const text = source.slice(from, to)
  if (!/\b(select|insert|update|delete|where|order by|with)\b/i.test(text)) return []
  return sqlSwaps.flatMap(([pattern, replacement]) =>
    [...text.matchAll(pattern)].map((found) => ({
      start: from + found.index,
      end: from + found.index + found[0].length,
      replacement,
      what: `${found[0].trim()} becomes ${replacement.trim() || 'nothing'}`,
    })),
  )
}

/**
 * Faults in the policies that a migration creates: `using` and `with check` that let everything pass, and
 * each condition of theirs left out.
 * @param isCurrent whether a policy, as `name on table`, still stands as it is created here
 */
export function policyFaults(sql: string, isCurrent: (policy: string) => boolean): Fault[] {
  const faults: Fault[] = []
  for (const found of sql.matchAll(/create policy (\w+) on ([\w.]+)[^;]*;/gi)) {
    const [statement, name, table] = found
    if (!isCurrent(`${name} on ${table}`)) continue
    for (const clause of statement.matchAll(/\b(using|with check)\s*\(/gi)) {
      const start = found.index + clause.index + clause[0].length
      const end = closing(sql, start)
      const what = `${name} on ${table}: ${clause[1]}`
      // What lets everything pass already is the policy of a worker.
      if (sql.slice(start, end).trim() === 'true') continue
      faults.push({ start, end, replacement: 'true', what: `${what} lets everything pass` })
      for (const part of sql.slice(start, end).matchAll(/\sand\s/gi)) {
        const at = start + part.index
        faults.push({
          ...{ start: at, end: at + part[0].length, replacement: ' or ' },
          what: `${what} needs one condition alone`,
        })
      }
    }
  }
  return faults
}

/** Where the parenthesis that is open at an offset closes. */
function closing(sql: string, from: number): number {
  let depth = 1
  for (let at = from; at < sql.length; at++) {
    if (sql[at] === '(') depth++
    if (sql[at] === ')' && --depth === 0) return at
  }
  return sql.length
}

/** The text with the fault in it. */
export const planted = (source: string, { start, end, replacement }: Fault): string =>
  source.slice(0, start) + replacement + source.slice(end)
