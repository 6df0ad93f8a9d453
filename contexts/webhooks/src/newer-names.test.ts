import { readFile } from 'node:fs/promises'
import { type Operation, operationsOf } from '@countersign/contracts'
import { webhooks as contract } from '@countersign/contracts/webhooks'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

// Every name that the newest public clients know, in operations that we serve and 1.13 lacked.
const table = await readFile(new URL('../newer-names.tsv', import.meta.url), 'utf8')
const documented = await readFile(
  new URL('../../../docs/api/differences.md', import.meta.url),
  'utf8',
)
const rows = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [method = '', path = '', where = '', name = '', treatment = ''] = line.split('\t')
    const [side = '', at = name] = where === 'nested' ? name.split(' ', 2) : [where.split('.')[0]]
    const inPage = where.endsWith('data[]') ? 'data.' : ''
    // `eventTypes[].deprecated` and `period=OneHour` as `eventTypes.deprecated` and `period`.
    const place = `${inPage}${at.replace('[]', '').replace(/=.*/, '')}`
    return { title: `${method} ${path} ${where} ${name}`, method, path, side, place, treatment }
  })

const operations = operationsOf(contract).map(({ operation }): Operation => operation)
function operationOf({ method, path }: { method: string; path: string }): Operation {
  const found = operations.find((one) => one.method === method && one.path === path)
  if (!found) throw new Error(`No such operation: ${method} ${path}`)
  return found
}

/** Whether a JSON schema has a member at the end of a path of names. */
function has(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true
  if (typeof schema !== 'object' || schema === null) return false
  const part = (key: string): unknown => Reflect.get(schema, key)
  const choices = ['anyOf', 'oneOf', 'allOf', 'items'].flatMap((key) => part(key) ?? [])
  return (
    (has(Reflect.get(Object(part('properties')), name), rest) &&
      Object.hasOwn(Object(part('properties')), name)) ||
    choices.some((choice) => has(choice, [name, ...rest]))
  )
}

const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' })

/** What the contract says about a value of this field; nothing when it takes it. */
function complaint(schema: z.core.$ZodType, name: string, value: unknown): string | undefined {
  const { error } = z.safeParse(schema, { [name]: value })
  return error?.issues.find(({ path }) => path.join('.') === name)?.message
}

const asked = ({ side, ...row }: (typeof rows)[number]): z.core.$ZodType => {
  const { query, body } = operationOf(row)
  const schema = side === 'query' ? query : body
  if (!schema) throw new Error(`It takes no ${side}: ${row.title}`)
  return schema
}

describe('[WH-16] a name that newer clients know is never dropped in silence:', () => {
  test.each(rows.filter((row) => row.treatment === 'honoured'))('taken: $title', (row) => {
    expect(has(schemaOf(asked(row), 'input'), row.place.split('.'))).toBe(true)
  })

  test.each(rows.filter((row) => row.treatment === 'refused'))('refused: $title', (row) => {
    const [name = ''] = row.place.split('.')
    const schema = asked(row)
    expect(complaint(schema, name, ['x'])).toBe(`${name} is not supported`)
    for (const nothing of [undefined, null, []])
      expect(complaint(schema, name, nothing)).toBeUndefined()
    expect(documented).toContain(`\`${name}\``)
  })

  test.each(rows.filter((row) => row.treatment === 'answered'))('answered: $title', (row) => {
    const answers = Object.values(operationOf(row).returns).flatMap((one) => one ?? [])
    for (const answer of answers)
      expect(has(schemaOf(answer, 'output'), row.place.split('.'))).toBe(true)
  })

  test.each(rows.filter(({ treatment }) => treatment === 'absent' || treatment === 'accepted'))(
    'documented: $title',
    (row) => {
      expect(documented).toContain(`\`${row.place.replace(/^data\./, '')}\``)
    },
  )

  test('every row has a treatment', () => {
    const known = ['honoured', 'accepted', 'refused', 'answered', 'absent']
    expect(rows.length).toBe(126)
    expect(rows.filter((row) => !known.includes(row.treatment))).toEqual([])
  })
})
