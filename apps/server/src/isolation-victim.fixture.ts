import { operationsOf } from '@countersign/contracts'
import { identity } from '@countersign/contracts/identity'
import { site } from '@countersign/contracts/site'
import { trust } from '@countersign/contracts/trust'
import fc from 'fast-check'
import type pg from 'pg'
import { type Target, targetsOf } from './fuzz-request.fixture.ts'
import type { Meant } from './fuzz-schema.fixture.ts'
import { leaves } from './isolation.fixture.ts'
import { type isolationHouse, victimDid } from './isolation-house.fixture.ts'
import { productDocument } from './openapi-documents.ts'

type House = Awaited<ReturnType<typeof isolationHouse>>

/** The product's operations by name. */
export const operations = new Map(
  [identity, trust, site].flatMap(operationsOf).map(({ name, operation }) => [name, operation]),
)

// As declared, whatever a test does to a declaration later.
const companyFields = new Map(
  [...operations].map(([name, { access }]) => [
    name,
    typeof access === 'object' ? access.company : undefined,
  ]),
)

/** The name of the path, query or body field that holds the company, where a permission is asked in one. */
export const companyField = ({ id }: Target): string | undefined => companyFields.get(id)

/** Whether a parameter of a path holds a company's DID. */
export const holdsDid = (target: Target, param: string): boolean =>
  /did$/i.test(param) || companyField(target) === param

const document = productDocument()

/** Whether a schema is that of a DID, or of a list of them. */
function isDid(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const part = (key: string): unknown => Reflect.get(schema, key)
  const choices = [part('items'), part('anyOf'), part('oneOf')].flat()
  return String(part('pattern')).includes('^did:') || choices.some(isDid)
}

/** The names of the fields that hold DIDs, and of those that hold ids of other things. */
const names = (() => {
  const dids = new Set<string>()
  const ids = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      const name = 'in' in value && 'name' in value ? String(value.name) : key
      if (isDid(member)) dids.add(name)
      else if (/(^id|Id|_id|URL|clientid)$/.test(name)) ids.add(name)
      visit(member)
    }
  }
  visit(document.paths)
  return { dids, ids }
})()

/** The operations with this DID wherever a field holds one, and these ids wherever a field holds some. */
export function aimedAt(did: string, objects: readonly string[] = []): Target[] {
  const given: Meant = {
    ...(objects.length > 0 &&
      Object.fromEntries([...names.ids].map((name) => [name, fc.constantFrom(...objects)]))),
    ...Object.fromEntries([...names.dids].map((name) => [name, fc.constant(did)])),
  }
  return targetsOf(document, given)
}

/** What is known of a company that the whole network, or anyone, may read. */
const isOpen = (table: string, row: object) =>
  table === 'trust.vasp' ||
  (table === 'trust.claim' && Reflect.get(row, 'visibility') !== 'members')

/** Texts that stand in this company's own rows and nowhere else: whoever reads one elsewhere, it leaked. */
export async function secretsOf(house: House): Promise<Set<string>> {
  const tables = await house.tenantTables()
  const found = new Set(
    tables.flatMap(({ name, rows }) =>
      rows.filter((row) => !isOpen(name, row)).flatMap((row) => leaves(row)),
    ),
  )
  for (const text of await textsOfPeople(house.owner)) found.add(text)
  const elsewhere = await textsElsewhere(house.owner, tables)
  for (const { name, rows } of tables)
    for (const row of rows.filter((one) => isOpen(name, one)))
      for (const text of leaves(row)) elsewhere.add(text)
  const published = JSON.stringify(document)
  return new Set(
    [...found].filter(
      (text) =>
        text.length >= 8 &&
        !text.startsWith('did:') &&
        !/^\d{4}-\d\d-\d\d/.test(text) &&
        !elsewhere.has(text) &&
        !published.includes(JSON.stringify(text)),
    ),
  )
}

async function textsOfPeople(owner: pg.Pool): Promise<string[]> {
  const { rows } = await owner.query<{ email: string; name: string }>(
    `select email, name from identity."user" u where exists (select from identity.membership m
       where m.user_id = u.id and m.vasp_did = $1 and m.ended_at is null)`,
    [victimDid],
  )
  return rows.flatMap(({ email, name }) => [email, name])
}

async function textsElsewhere(
  owner: pg.Pool,
  tables: readonly { readonly name: string }[],
): Promise<Set<string>> {
  const texts = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await owner.query<{ row: object }>(
      `select to_jsonb(t) as row from ${name} t where vasp_did <> $1`,
      [victimDid],
    )
    for (const { row } of rows) for (const text of leaves(row)) texts.add(text)
  }
  return texts
}

/** What in the company's rows looks like the id of something. */
export async function objectsOf(house: House): Promise<string[]> {
  const texts = (await house.tenantTables()).flatMap(({ rows }) =>
    rows.flatMap((row) => leaves(row)),
  )
  const ids = texts.filter((text) =>
    /^([a-z]{2,16}_[\w-]{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|(local|s3):\/\/\S+)$/.test(text),
  )
  return [...new Set(ids)]
}
