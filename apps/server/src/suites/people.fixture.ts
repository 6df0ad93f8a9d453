import { product as contract } from '@countersign/contracts/product'
import { client } from '@countersign/kit/client'
import { injected } from '@countersign/kit/testing'
import { testPool } from '@countersign/kit/testing-query'
import { seedVasps } from '@countersign/trust'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

/** A company with people, two that nobody has claimed, and one of somebody else. */
export const aster = 'did:web:aster.example'
export const briar = 'did:web:briar.example'
export const cedar = 'did:web:cedar.example'
export const dill = 'did:web:dill.example'

const company = (did: string, name: string, hasAdmin: boolean) => ({
  ...{ did, hasAdmin, emailDomains: [`${name.toLowerCase()}.example`] },
  profile: { name, website: `https://www.${name.toLowerCase()}.example` },
  ...{ regulatoryStatus: 'Regulated', verificationStatus: 'UNVERIFIED', isActiveReceiver: false },
  ...{ isNotifiable: hasAdmin, compliancePhase: 'ACTIVE', subsidiaryOf: null, protocols: [] },
})

const person = (subject: string, domain: string, roles: { vaspDID?: string; role: string }[]) => ({
  ...{ subject, email: `${subject}@${domain}.example`, name: subject, roles },
})

/** The product with a few companies and people, called as any of them by their subject. */
export async function peopleFixture({ together = false } = {}) {
  const fixture = await serverFixture({}, { together })
  const { product, databaseUrl } = fixture
  await seedVasps(
    product.database,
    [
      company(aster, 'Aster', true),
      company(briar, 'Briar', false),
      company(cedar, 'Cedar', true),
      company(dill, 'Dill', false),
    ],
    new Date(),
  )
  const inAster = (role: string) => [{ vaspDID: aster, role }]
  await product.identity.ensureUsers([
    person('ada', 'aster', inAster('admin')),
    person('abe', 'aster', inAster('admin')),
    person('olive', 'aster', inAster('compliance_officer')),
    person('vic', 'aster', inAster('viewer')),
    person('newcomer', 'aster', []),
    person('late', 'mail.aster', []),
    person('bea', 'briar', []),
    person('bob', 'briar', []),
    person('cleo', 'cedar', [{ vaspDID: cedar, role: 'admin' }]),
    person('stranger', 'nowhere', []),
    person('maker', 'dahlia', []),
    person('noor', 'network', [{ role: 'Countersign Admin' }]),
  ])
  const owner = testPool({ connectionString: databaseUrl, max: 1 })
  const call = (cookie: string) => {
    const options = {
      base: '/api',
      headers: { 'X-User-Agent': 'test', cookie },
      fetcher: injected(product.app),
    }
    return client(contract, options)
  }
  const rows = async (text: string, values: unknown[] = []) =>
    (await owner.query<Record<string, unknown>>(text, values)).rows
  return {
    ...fixture,
    rows,
    call,
    cookieOf: (subject: string) => signedIn(databaseUrl, subject),
    as: async (subject: string) => call(await signedIn(databaseUrl, subject)),
    didOf: async (subject: string) =>
      String((await rows('select did from identity."user" where subject = $1', [subject]))[0]?.did),
    /** What was written to a person, oldest first. */
    mailTo: async (email: string) =>
      (await rows('select subject from mail.outbox where recipient = $1 order by id', [email])).map(
        ({ subject }) => subject,
      ),
    /** What stands in the chain of a company, oldest first. */
    chainOf: async (did: string) =>
      (await rows('select action from audit.entry where vasp_did = $1 order by number', [did])).map(
        ({ action }) => action,
      ),
    close: async () => {
      await owner.end()
      await fixture.close()
    },
  }
}

export type PeopleFixture = Awaited<ReturnType<typeof peopleFixture>>
