import { operationsOf } from '@countersign/contracts'
import { identity } from '@countersign/contracts/identity'
import { site } from '@countersign/contracts/site'
import { type Profile, trust } from '@countersign/contracts/trust'
import { run } from '@countersign/kit/testing'
import { seedVasps } from '@countersign/trust'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Target, targetsOf } from './fuzz-request.fixture.ts'
import { draftOf, type Exchange, exchange, leaked, ownerOf } from './isolation.fixture.ts'
import { productDocument } from './openapi-documents.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

const a = 'did:web:a.example'
const b = 'did:web:b.example'
const absent = 'did:web:n.example'

let fixture: Awaited<ReturnType<typeof serverFixture>>
const owners: ReturnType<typeof ownerOf>[] = []
beforeAll(async () => {
  fixture = await serverFixture()
  for (const schema of ['trust', 'identity'])
    owners.push(ownerOf(fixture.databaseUrl, schema, 'vasp_did'))
  const { product, databaseUrl } = fixture
  await seedVasps(product.database, [company(a, 'taga'), company(b, 'tagb')], new Date())
  const at = (did: string, role: string) => [{ vaspDID: did, role }]
  await product.identity.ensureUsers([
    person('viewer', at(a, 'viewer')),
    person('admin', at(a, 'admin')),
    person('removed', at(b, 'admin')),
    person('nowhere', []),
    person('insider', at(b, 'admin')),
    person('internal', [{ role: 'Countersign Admin' }]),
  ])
  await run(
    databaseUrl,
    `update identity.membership set ended_at = now() where user_id =
       (select id from identity."user" where subject = 'removed')`,
  )
  // What only its own people may see of a company.
  await run(
    databaseUrl,
    `insert into trust.claim (vasp_did, field, value, issuer, visibility, issued_at)
       select vasp_did, 'secretField', to_jsonb('tagb-members-claim'::text), 'did:web:tagb-issuer', 'members', now()
       from trust.vasp where vasp_did = '${b}';
     insert into trust.webhook_app values ('${b}', 'tagb-webhook-app', now());
     insert into trust.outbox (vasp_did, id, type, payload, created_at)
       values ('${b}', 'evt_tagb1', 'tagb.type', '{"a": "tagb-payload"}', now())`,
  )
})
afterAll(async () => {
  for (const owner of owners) await owner.close()
  await fixture.close()
})

const person = (subject: string, roles: { vaspDID?: string; role: string }[]) => ({
  ...{ subject, email: `tag-${subject}@people.example`, name: `tag-${subject}-name`, roles },
})

const company = (did: string, tag: string) => ({
  did,
  profile: {
    ...{ name: `${tag} name`, legalName: `${tag} legal`, description: `${tag} description` },
    ...{ website: `https://${tag}.example/`, yearFounded: '1999', jurisdictions: ['SG'] },
    complianceContact: `${tag}-contact@x.example`,
  } satisfies Profile,
  ...{ regulatoryStatus: 'Regulated', verificationStatus: 'VERIFIED', hasAdmin: true },
  ...{ isActiveReceiver: true, isNotifiable: true, compliancePhase: 'ACTIVE', subsidiaryOf: null },
  ...{ protocols: [], emailDomains: [`${tag}-domain.example`] },
})

/** What nobody outside of company B may see, and what nobody may see without signing in. */
const secret = [
  ...['tagb-members-claim', 'did:web:tagb-issuer', 'tagb-webhook-app', 'evt_tagb1', 'tagb.type'],
  ...['tagb-payload', 'tagb-domain.example', 'tag-insider'],
]
const inNetwork = ['tagb-contact@x.example']

const rowsOfB = async () =>
  JSON.stringify(await Promise.all(owners.map((owner) => owner.rowsOf({ vasp_did: b }))))

const access = new Map(
  [identity, trust, site]
    .flatMap(operationsOf)
    .map(({ name, operation }) => [name, operation.access]),
)
const withDid = (did: string) => targetsOf(productDocument(), { did: fc.constant(did) })

/** Whether an operation is for people of the named company alone. */
const isOfCompany = ({ id }: Target) => {
  const rule = access.get(id)
  return typeof rule === 'object' && rule.company !== undefined
}

test('[ID-08] what belongs to another company is absent, unreadable and unchangeable', async () => {
  const wrong: string[] = []
  let cells = 0
  const before = await rowsOfB()
  const [toA, toB, toNone] = [withDid(a), withDid(b), withDid(absent)]
  const cookies = new Map<string, string>()
  const cookieOf = async (subject: string) => {
    if (subject === 'nobody') return {}
    const cookie = cookies.get(subject) ?? (await signedIn(fixture.databaseUrl, subject))
    cookies.set(subject, cookie)
    return { cookie }
  }
  const ask = async (subject: string, target: Target, did: string) => {
    const done = await exchange(fixture.product.app, {
      ...{ target, draft: draftOf(target, 5), ids: () => did },
      headers: { 'x-user-agent': 'test', ...(await cookieOf(subject)) },
    })
    if (target.id === 'auth.logout') cookies.delete(subject)
    return done
  }
  const note = (what: string, { request, status, body }: Exchange) =>
    wrong.push(`${what}: ${request.slice(0, 200)} → ${status} ${body.slice(0, 300)}`)
  for (const subject of ['nobody', 'viewer', 'admin', 'removed', 'nowhere', 'internal']) {
    const needles = [
      ...(subject === 'internal' ? secret.slice(5) : secret),
      ...(subject === 'nobody' ? inNetwork : []),
    ]
    const outsider = subject !== 'internal'
    for (const [n, target] of toB.entries()) {
      const [mine, none] = [toA[n], toNone[n]]
      if (!mine || !none) throw new Error('The documents differ')
      // The internal admin may change it.
      if (!outsider && target.method !== 'GET') continue
      const answers = [await ask(subject, target, b), await ask(subject, mine, a)]
      const denied = answers[0]
      for (const done of answers) {
        cells++
        const found = leaked(done, needles)
        if (found.length > 0) note(`${subject} sees ${found.join(', ')}`, done)
        if (done.status >= 500 && done.status !== 503) note(subject, done)
      }
      if (!denied || !outsider || !isOfCompany(target)) continue
      const missing = await ask(subject, none, absent)
      const plain = ({ status, text }: Exchange, did: string) =>
        `${status} ${text.replaceAll(did, 'DID')}`
      if (plain(denied, b) !== plain(missing, absent))
        note(`${subject} tells it from absent (${missing.status} ${missing.body})`, denied)
      if (denied.status !== (subject === 'nobody' ? 401 : 403))
        note(`${subject} not refused`, denied)
    }
  }
  console.log(`isolation of the product: ${cells} cells`)
  expect(wrong).toEqual([])
  expect(await rowsOfB()).toBe(before)

  // The tester is tested: who belongs there sees it.
  const shown = await Promise.all(
    toB
      .filter(({ method }) => method === 'GET')
      .map(async (target) => leaked(await ask('insider', target, b), [...secret, ...inNetwork])),
  )
  expect(new Set(shown.flat())).toEqual(
    new Set(['tagb-members-claim', 'did:web:tagb-issuer', 'tagb-contact@x.example', 'tag-insider']),
  )
}, 120_000)
