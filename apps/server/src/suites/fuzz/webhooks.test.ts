import { readFile } from 'node:fs/promises'
import { id } from '@countersign/kit/ids'
import { scaled, seed } from '@countersign/kit/testing-volume'
import { webhooksDocument } from '@countersign/webhooks'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverFixture } from '../server.fixture.ts'
import { type Actor, fuzz } from './fuzz.fixture.ts'
import { targetsOf } from './request.fixture.ts'
import { figures, unbearableMs } from './run.fixture.ts'

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
  /There is no code to enable/,
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

test('[WH-16] whatever is asked of the webhook service, it answers as its document says', {
  timeout: 900_000,
}, async () => {
  const theirs: object = JSON.parse(
    await readFile(new URL('../../../compatible/webhooks.openapi.json', import.meta.url), 'utf8'),
  )
  const differences = await readFile(
    new URL('../../../../../docs/api/differences.md', import.meta.url),
    'utf8',
  )
  const targets = targetsOf(webhooksDocument(), {}, true)
  const requests = scaled(20_000)
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
  const incompatibilities = [...report.narrower].filter(
    ([what]) => !rules.some((rule) => rule.test(what)) && !differences.includes(`\`${what}\``),
  )
  expect(incompatibilities).toEqual([])
  // A fuzz that hardly gets past the front door finds nothing. A small draw misses more by chance.
  expect(never.length).toBeLessThan(targets.length / (requests < 4000 ? 4 : 10))
  expect(report.longestMs).toBeLessThan(unbearableMs)
})
