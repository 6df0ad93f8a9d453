import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { statementsOf } from './tenant-first.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The directory is for everybody in the network. */
const directory = 'trust.vasp'

/** The tables whose rows belong to a company, or to an organisation of the webhook service. */
const shared = new Set(
  globSync('contexts/*/src/tables.gen.ts', { cwd: root }).flatMap((file) => {
    const source = read(file)
    const columns = new Map(
      [...source.matchAll(/interface (\w+) \{([^}]*)\}/g)].map(([, name, body]) => [name, body]),
    )
    return [...source.matchAll(/"([\w.]+)": (\w+);/g)]
      .filter(([, , name]) => /\b(vasp_did|org_id):/.test(columns.get(name) ?? ''))
      .map(([, table = '']) => table)
      .filter((table) => table !== directory)
  }),
)

/** What doesn’t name the company first, and why; row-level security bounds each all the same. */
const others: Readonly<Record<string, readonly string[]>> = {
  'a person’s own rows, in all companies': [
    'identity/src/person/membership.store.ts#addMemberships',
    'identity/src/person/membership.store.ts#findAllRoles',
    'identity/src/request/invitation.store.ts#findOwnInvitations',
    'identity/src/request/request.store.ts#countOwnRequests',
    'identity/src/request/request.store.ts#findOwnRequest',
    'identity/src/request/request.store.ts#findOwnRequests',
    'identity/src/session/observing.store.ts#findObservation',
    'identity/src/team/team.store.ts#findRolesOf',
    'identity/src/webhook-access.store.ts#endAccessOfSessions',
    'trust/src/settings/preference.store.ts#countPreferences',
    'trust/src/settings/preference.store.ts#findPreference',
    'trust/src/settings/preference.store.ts#findPreferences',
    'trust/src/settings/preference.store.ts#removePreference',
    'trust/src/settings/preference.store.ts#setPreference',
  ],
  'who comes with a secret: it tells the company': [
    'identity/src/credential/machine.store.ts#addToken',
    'identity/src/credential/machine.store.ts#enterToken',
    'identity/src/credential/machine.store.ts#findDelegationsTo',
    'identity/src/credential/machine.store.ts#lockCredential',
    'identity/src/credential/machine.store.ts#touchCredential',
    'report/src/pdf/issue.store.ts#findIssueByCode',
    'webhooks/src/integration.store.ts#findKeyHolder',
    'webhooks/src/token/api-key.store.ts#findApiKey',
  ],
  'the company is the other one of two': [
    'identity/src/credential/credential.store.ts#findDelegators',
    'trust/src/document-request/request.store.ts#countRequestsSince',
    'trust/src/document/grant.store.ts#findShared',
    'trust/src/group/group.store.ts#findNestRequests',
    'trust/src/review/review.store.ts#findSeenDocuments',
    'trust/src/thread/thread.store.ts#threads',
  ],
  'the beginning of statements: who ends them names the company': [
    'identity/src/request/request.store.ts#withPeople',
    'trust/src/document-request/request.store.ts#requests',
    'trust/src/evidence/evidence.store.ts#shown',
  ],
  'workers look for what is due, in all companies': [
    'identity/src/session/observing.store.ts#findOverObservations',
    'identity/src/webhook-access.store.ts#takeDueAccess',
    'transactions/src/bulk/bulk.store.ts#findBusy',
    'transactions/src/export/export.store.ts#findBusy',
    'transactions/src/key/rotation.store.ts#findDueCompanies',
    'transactions/src/list/fold.store.ts#findUncounted',
    'transactions/src/privacy/privacy.store.ts#findAsked',
    'transactions/src/retention/hold.store.ts#findLapsed',
    'transactions/src/sealing/key-renewal.store.ts#findKeyOwners',
    'transactions/src/transfer/step.store.ts#findDueSteps',
    'transactions/src/upload/upload.store.ts#findBusy',
    'transactions/src/upload/upload.store.ts#findPast',
    'webhooks/src/rewrap.store.ts#findOrganisations',
  ],
}

const isOwner = (condition: string | undefined) => /\b(vasp_did|org_id)'$/.test(condition ?? '')

test('[ID-08] a statement on what companies share names the company first, or says why not', () => {
  const statements = globSync('contexts/*/src/**/*.ts', { cwd: root })
    .filter((file) => !/(test|fixture|gen)\.ts$/.test(file))
    .flatMap((file) =>
      statementsOf(file, read(file), shared).map((statement) => ({ file, ...statement })),
    )
  expect(statements.length).toBeGreaterThan(300)
  const nameless = statements
    .filter(({ first }) => !isOwner(first))
    .map(({ file, place }) => `${file.slice('contexts/'.length)}#${place}`)
  expect([...new Set(nameless)].sort()).toEqual(Object.values(others).flat().sort())
})

test('[ID-08] the first condition of each statement is told, wherever it stands', () => {
  const source = `
    export const findOne = (tx) =>
      tx.selectFrom('a.row as r').select('id').where('r.vasp_did', '=', did).where('id', '=', id).execute()
    export async function removeAll(tx) {
      await tx.deleteFrom('a.row').execute()
      const told = await tx.updateTable('a.row').set({ x: 1 }).where('id', '=', id).execute()
      await tx.selectFrom('b.row').execute()
    }`
  expect(statementsOf('a.ts', source, new Set(['a.row']))).toEqual([
    { place: 'findOne', table: 'a.row', line: 3, first: "'r.vasp_did'" },
    { place: 'removeAll', table: 'a.row', line: 5, first: undefined },
    { place: 'removeAll', table: 'a.row', line: 6, first: "'id'" },
  ])
})
