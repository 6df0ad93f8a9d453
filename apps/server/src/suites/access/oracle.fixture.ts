import { readFileSync } from 'node:fs'

/**
 * Who may do what: role by permission. It was written from the design's table of roles, never from
 * the product's own, so that a slip there is found. Where the design leaves a cell open:
 * - "optional" is no, but for reading a company's users and for what a company does in its own group;
 * - an observer holds what a viewer holds (decision 0010);
 * - a client holds what a developer holds, without users, settings and credentials, and with the verbs of
 *   transfers; a limited one finds companies, and creates and lists transfers.
 */
const text = readFileSync(new URL('oracle.csv', import.meta.url), 'utf8')

const [head = [], ...lines] = text
  .trimEnd()
  .split('\n')
  .map((line) => line.split(','))

/** The roles of the oracle, in its order. */
export const oracleRoles: readonly string[] = head.slice(1)

/** The permissions of the oracle, in its order. */
export const oraclePermissions: readonly string[] = lines.map(([permission = '']) => permission)

const holders = new Map(
  lines.map(([permission = '', ...cells]) => {
    for (const cell of cells)
      if (cell !== 'yes' && cell !== 'no') throw new Error(`${permission}: not yes or no: ${cell}`)
    return [permission, new Set(oracleRoles.filter((_, at) => cells[at] === 'yes'))]
  }),
)

/** Whether the oracle gives a role a permission; what it does not know it gives to nobody. */
export const oracleGives = (role: string, permission: string): boolean =>
  holders.get(permission)?.has(role) ?? false

/** All that the oracle gives a role, sorted. */
export const oracleOf = (role: string): readonly string[] =>
  oraclePermissions.filter((permission) => oracleGives(role, permission)).toSorted()
