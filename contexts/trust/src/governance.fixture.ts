import { run } from '@countersign/kit/testing'
import { testClient } from '@countersign/kit/testing-query'
import type pg from 'pg'
import { companyPort } from './index.ts'
import { aster, type trustFixture } from './trust.fixture.ts'

type Fixture = Awaited<ReturnType<typeof trustFixture>>

type Calls = ReturnType<Fixture['as']>
type People = {
  readonly officer: () => Calls
  readonly adminOf: (...dids: string[]) => Calls
  readonly viewerOf: (did: string) => Calls
  readonly network: () => Calls
}

/** The people of the tests. */
export const people = (fixture: Fixture): People => ({
  officer: () =>
    fixture.as({
      did: 'did:example:ana',
      email: 'ana@aster.example',
      grants: [{ vaspDID: aster, role: 'compliance_officer' }],
    }),
  adminOf: (...dids: string[]) =>
    fixture.as({
      did: `did:example:admin-${dids.join('-').length}`,
      email: 'admin@aster.example',
      grants: dids.map((vaspDID) => ({ vaspDID, role: 'admin' as const })),
    }),
  viewerOf: (did: string) =>
    fixture.as({ email: 'vic@aster.example', grants: [{ vaspDID: did, role: 'viewer' }] }),
  network: () =>
    fixture.as({
      did: 'did:example:noor',
      email: 'noor@countersign.example',
      grants: [{ vaspDID: null, role: 'Countersign Admin' }],
    }),
})

/** A company that the network has listed. */
export async function listedCompany(fixture: Fixture, did: string, name: string): Promise<string> {
  await fixture.database.withTenant(did, (tx) =>
    companyPort.create(
      tx,
      { did, profile: { name }, emailDomains: [], discoverable: true },
      new Date(fixture.clock()),
    ),
  )
  await people(fixture)
    .network()
    .curation.list({ did, body: { action: 'list' } })
  return did
}

/** Rows as the owner of the tables sees them. */
export async function rowsOf<T extends pg.QueryResultRow>(
  fixture: Fixture,
  text: string,
): Promise<T[]> {
  const client = testClient({ connectionString: fixture.url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

/** One statement as the owner of the tables. */
export const change = (fixture: Fixture, text: string) => run(fixture.url, text)

/** Actions in a company's audit chain, oldest first. */
export const chainOf = async (fixture: Fixture, did: string) =>
  rowsOf<{ action: string; actor: string; detail: Record<string, unknown> }>(
    fixture,
    `select action, actor, detail from audit.entry where vasp_did = '${did}' order by number`,
  )
