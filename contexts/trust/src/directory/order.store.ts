import { cursorOf as cursorsOf, isTimestamp, noSuchPlace, PlaceText } from '@countersign/kit/cursor'
import type { Vault } from '@countersign/kit/vault'
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'

/** One key of an order: an expression that is never null, its type, and its direction. */
export type Key = {
  readonly value: RawBuilder<unknown>
  readonly type: 'text' | 'int' | 'timestamptz'
  readonly descending: boolean
}

/** A place between two rows of an order, and the direction of travel from there. */
export type Place = {
  readonly direction: 'next' | 'previous'
  /** 0 among the names that begin with the words, 1 among the others. */
  readonly rank: number
  readonly values: readonly string[]
}

const column = (name: string, type: Key['type'], nullable = false) => ({ name, type, nullable })
const columns: Readonly<Record<string, ReturnType<typeof column>>> = {
  name: column('sort_name', 'text'),
  createdAt: column('created_at', 'timestamptz'),
  updatedAt: column('updated_at', 'timestamptz'),
  lastSentDate: column('last_sent_at', 'timestamptz', true),
  lastReceivedDate: column('last_received_at', 'timestamptz', true),
  regulatoryStatus: column('regulatory_status', 'text', true),
  verificationStatus: column('verification_status', 'text'),
  yearFounded: column('year_founded', 'text', true),
}

/** The keys of an order as the wire spells it, by name when absent; the DID tells equal rows apart. */
export function keysOf(order = 'name'): readonly Key[] {
  const keys = order.split(',').flatMap((part) => {
    const [name = '', ...words] = part.trim().split(':')
    const descending = words.includes('DESC')
    const { name: stored, type, nullable } = columns[name] ?? column('sort_name', 'text')
    const value = sql.ref(stored)
    if (!nullable) return [{ value, type, descending }]
    // As PostgreSQL does when nobody says: a missing value is the greatest.
    const nullsFirst = descending ? !words.includes('NULLS LAST') : words.includes('NULLS FIRST')
    const least = type === 'text' ? sql.lit('') : sql.lit('-infinity')
    return [
      { value: sql`(${value} is null)::int`, type: 'int' as const, descending: nullsFirst },
      { value: sql`coalesce(${value}, ${least})`, type, descending },
    ]
  })
  const descending = keys[0]?.descending ?? false
  return [...keys, { value: sql.ref('vasp_did'), type: 'text', descending }]
}

/** The rows beyond a place. One comparison of rows where an index can serve it. */
export function beyond(keys: readonly Key[], { direction, values }: Place): RawBuilder<boolean> {
  const signs = keys.map(({ descending }) =>
    sql.raw((direction === 'previous') === descending ? '>' : '<'),
  )
  const there = keys.map(({ type }, at) => sql`${values[at]}::${sql.raw(type)}`)
  const first = keys[0]?.descending
  const sign = sql.raw((direction === 'previous') === first ? '>' : '<')
  if (keys.every(({ descending }) => descending === first))
    return sql`(${sql.join(keys.map(({ value }) => value))}) ${sign} (${sql.join(there)})`
  const cases = keys.map(
    ({ value }, at) =>
      sql`(${sql.join(
        [
          ...keys.slice(0, at).map((before, nth) => sql`${before.value} = ${there[nth]}`),
          sql`${value} ${signs[at]} ${there[at]}`,
        ],
        sql` and `,
      )})`,
  )
  return sql`(${sql.join(cases, sql` or `)})`
}

const cursors = cursorsOf(
  'directory',
  z.tuple([
    z.enum(['next', 'previous']),
    PlaceText,
    z.int().check(z.minimum(0), z.maximum(1)),
    z.array(PlaceText),
  ]),
)

/** The cursor of a place in this order. */
export const cursorOf = (vault: Vault, order: string, { direction, rank, values }: Place): string =>
  cursors.write(vault, [direction, order, rank, [...values]])

/** The place that a cursor names. @throws 422 for one of another order, or of nobody */
export function placeOf(vault: Vault, cursor: string, order: string, keys: readonly Key[]): Place {
  const [direction, theirs, rank, values] = cursors.read(vault, cursor)
  const fits = keys.every(({ type }, at) => isOfType(type, values[at] ?? ''))
  if (theirs !== order || values.length !== keys.length || !fits) throw noSuchPlace()
  return { direction, rank, values }
}

function isOfType(type: Key['type'], value: string): boolean {
  if (type === 'text') return true
  return type === 'int' ? /^[01]$/.test(value) : value === '-infinity' || isTimestamp(value)
}
