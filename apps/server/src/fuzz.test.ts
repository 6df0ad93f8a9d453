import { readFile } from 'node:fs/promises'
import { id } from '@countersign/kit/ids'
import { webhooksDocument } from '@countersign/webhooks'
import fc from 'fast-check'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Actor, type FuzzReport, fuzz } from './fuzz.fixture.ts'
import type { Links } from './fuzz-links.fixture.ts'
import { productRecipes } from './fuzz-product.fixture.ts'
import { targetsOf } from './fuzz-request.fixture.ts'
import { isolationHouse, victimDid } from './isolation-house.fixture.ts'
import { objectsOf } from './isolation-victim.fixture.ts'
import { productDocument } from './openapi-documents.ts'
import { holdsDid, names } from './product-fields.fixture.ts'
import { demoVasps } from './seed.ts'
import { serverFixture } from './server.fixture.ts'
import { signedIn } from './session.fixture.ts'

/** The same requests each time, so that a failure is the change's own; `FUZZ_SEED=…` asks others. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_121)
/** `FUZZ_REQUESTS=…` makes a longer run. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const productRequests = requests / 4

/** Once more would ask the same of a database that has seen it. */
const once = { retry: 0, timeout: 900_000 }

/** No request may take longer, however busy the machine is; a second is what is aimed at. */
const unbearableMs = 10_000

let fixture: Awaited<ReturnType<typeof serverFixture>>
beforeAll(async () => {
  fixture = await serverFixture()
})
afterAll(() => fixture.close())

const sign = (claims: Record<string, unknown>) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(new TextEncoder().encode(fixture.secrets.webhooksJwtSecret))

/** An organisation of its own in each sequence; in some, its applications ask too. */
const organisation = (number: number): Actor => {
  const org = id('org', Date.now())
  let asked = 0
  let own: Promise<string> | undefined
  return async (links) => {
    own ??= sign({ sub: org })
    const app = links.of('app_id').find((name) => name.startsWith('app_'))
    const asApplication = number % 3 === 0 && app !== undefined && asked++ % 4 === 3
    return { authorization: `Bearer ${await (asApplication ? sign({ sub: app, org }) : own)}` }
  }
}

/**
 * Why a request may be refused although its shape is right: the compatible service refuses it too, by
 * a rule that its document does not spell. Anything else stands in `docs/api/differences.md`.
 */
const rules = [
  /'(since|startDate)' cannot be|'until' cannot be|'endDate' cannot be/,
  /Cannot recover messages more than 14 days old/,
  /The following event types don't exist/,
  /Transformation failed/,
  /Without code there is nothing to enable/,
  /Application UID/,
  /Payload is missing/,
  /Exactly one of spec and specRaw|The document must be/,
  /Unable to generate example message from event-type schema/,
  // Nowhere said of the compatible service, which may take a name of nothing.
  /Integration names must be at least one character/,
  /Only version 1 is known/,
  /"\." and "\.\." cannot be names/,
  // An import without `enforceHttps` turns it on.
  /Endpoint URL schemes must be https/,
  // The iterator has the form of an id and is none.
  /^GET \S+: 400 Invalid iterator$/,
]

const figures = (report: FuzzReport) =>
  `seed ${seed}: ${report.requests} requests, ${Math.round(report.requests / report.seconds)} a second, ` +
  `${report.slow} took more than a second, the longest (${report.slowest}) ${Math.round(report.longestMs)} ms; ` +
  `by status ${JSON.stringify(report.byStatus)}`

test(
  '[WH-16] whatever is asked of the webhook service, it answers as its document says',
  once,
  async () => {
    const theirs: object = JSON.parse(
      await readFile(new URL('../compatible/webhooks.openapi.json', import.meta.url), 'utf8'),
    )
    const differences = await readFile(
      new URL('../../../docs/api/differences.md', import.meta.url),
      'utf8',
    )
    const targets = targetsOf(webhooksDocument())
    const report = await fuzz({
      ...{
        app: fixture.webhooks.app,
        document: webhooksDocument(),
        targets,
        theirs: targetsOf(theirs),
        seed,
        requests,
      },
      actor: organisation,
    })
    const never = targets.map(({ id: name }) => name).filter((name) => !report.succeeded.has(name))
    console.log(`webhooks: ${figures(report)}; without a success: ${never.join(', ') || 'none'}`)
    expect(report.findings).toEqual([])
    const surprises = [...report.narrower].filter(
      ([what]) => !rules.some((rule) => rule.test(what)) && !differences.includes(`\`${what}\``),
    )
    expect(surprises).toEqual([])
    // A fuzz that hardly gets past the front door finds nothing.
    expect(never.length).toBeLessThan(targets.length / 10)
    expect(report.longestMs).toBeLessThan(unbearableMs)
  },
)

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()

/** Words that a query's or body's shape alone does not make sensible, by the field's name. */
const sensible = {
  '?fields': fc.constantFrom('name', 'name,website', 'jurisdictions'),
  '?order': fc.constantFrom('name:ASC', 'updatedAt:DESC'),
  regulatoryStatus: fc.constantFrom('Regulated', 'Pending'),
  reviewValue: fc.constantFrom('TRUSTED', 'MANUAL', 'BLOCKED'),
  filterByJurisdictionStatus: fc.constantFrom('inForce'),
  jurisdictions: fc.constantFrom('SG', 'SE'),
  emailDomain: fc.constantFrom('kestrelbay.example', 'norrland.example'),
  LEI: fc.constant('FICT00D3HLW864R5FJ88'),
  nextReviewAt: fc.constant(inAMonth),
  expiresAt: fc.constant(inAMonth),
}

/** Who leaves, is removed or is shut out comes back, else hardly anybody could ask for anything in the end. */
const standing = `
  update identity.membership set ended_at = null where source = 'seed' and ended_at is not null
    and vasp_did in (select vasp_did from trust.vasp);
  update trust.vasp set disabled_at = null where disabled_at is not null`

/** Requests that were sent long enough ago to remind of. */
const waiting = `
  insert into trust.document_request (vasp_did, id, requester_did, document_type, status, requested_at, updated_at)
    select vasp_did, 'req_old' || row_number() over (), '${victimDid}', 'ORG_CHART', 'PENDING',
      now() - interval '60 days', now() - interval '60 days'
    from trust.vasp where has_admin and vasp_did <> '${victimDid}' limit 20
    on conflict do nothing`

/** The ids that a parameter such as `requestId` may mean. */
const namedLike = (param: string, ids: readonly string[]) =>
  ids.filter((id) => param.toLowerCase().startsWith(id.slice(0, 3))).slice(0, 4)

test(
  '[ER-04] whatever is asked of the product, it answers as its document says',
  once,
  async () => {
    // With all that the demo has: registers, a mailbox, a receiver, the webhook service.
    const house = await isolationHouse({ DEMO: 'on' }, { together: true })
    const { product, databaseUrl } = house
    const objects = await objectsOf(house)
    const others = (await demoVasps()).map(({ did }) => did).slice(1, 6)
    // Most of what is asked concerns the company that has everything, and what is there.
    const did = fc.oneof(
      { weight: 4, arbitrary: fc.constant(victimDid) },
      fc.constantFrom(...others),
    )
    const prepare = () => house.owner.query(standing)
    await house.owner.query(waiting)
    const targets = targetsOf(productDocument(), {
      ...Object.fromEntries([...names.ids].map((name) => [name, fc.constantFrom(...objects)])),
      ...Object.fromEntries([...names.dids].map((name) => [name, did])),
      ...sensible,
    })
    const addWhatExists = (links: Links, asked: number) => {
      const company = (asked % 5 === 3 && others[asked % others.length]) || victimDid
      for (const target of targets)
        for (const param of target.params)
          if (holdsDid(target, param)) links.only(param, company)
          else for (const one of namedLike(param, objects)) links.add(param, one)
    }
    const subjects = ['ana', 'marcus', 'noor', 'ana', 'marcus', 'linnea', 'tomas', 'nobody']
    const actors: Actor[] = subjects.map((subject) => {
      let cookie: Promise<string> | undefined
      let asked = 0
      return async (links) => {
        addWhatExists(links, asked++)
        if (subject === 'nobody') return { 'x-user-agent': 'fuzz' }
        // A sign-out is among what is asked.
        if (asked % 5 === 1) {
          await prepare()
          cookie = signedIn(databaseUrl, subject)
        }
        return { cookie: (await cookie) ?? '', 'x-user-agent': 'fuzz', accept: 'application/json' }
      }
    })
    const report = await fuzz({
      ...{
        app: product.app,
        document: productDocument(),
        targets,
        seed,
        requests: productRequests,
      },
      actor: (number) => actors[number % actors.length] ?? (async () => ({})),
      recipes: productRecipes,
      as: async (subject) => {
        await prepare()
        const cookie = subject === 'nobody' ? '' : await signedIn(databaseUrl, subject)
        return { 'x-user-agent': 'fuzz', ...(cookie && { cookie }) }
      },
      // The provider is not there.
      away: ({ id: name }, status) => status === 503 && name === 'auth.login',
    })
    await house.close()
    const never = targets.map(({ id: name }) => name).filter((name) => !report.succeeded.has(name))
    console.log(`product: ${figures(report)}; without a success: ${never.join(', ') || 'none'}`)
    expect(report.findings).toEqual([])
    expect(never).toEqual([])
    expect(report.longestMs).toBeLessThan(unbearableMs)
  },
)
