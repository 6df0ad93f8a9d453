import fc from 'fast-check'
import type pg from 'pg'
import { type Target, targetsOf } from '../fuzz/request.fixture.ts'
import type { Meant } from '../fuzz/schema.fixture.ts'
import { document, names } from '../product-fields.fixture.ts'
import { type isolationHouse, victimDid } from './house.fixture.ts'
import { leaves } from './isolation.fixture.ts'

type House = Awaited<ReturnType<typeof isolationHouse>>

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
    /^([a-z]{2,16}_(?=.*\d)[\w-]{8,}|[0-9a-f]{8}-[0-9a-f-]{27}|vasps\/\S+)$/.test(text),
  )
  return [...new Set(ids)]
}
