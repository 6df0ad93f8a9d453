import { stripeVersion } from '@countersign/billing'
import { fakeStripe } from '@countersign/billing/testing'
import { scaled, seed } from '@countersign/kit/testing-volume'
import { fakeS3, s3Bucket, s3Key, s3Region } from '@countersign/trust/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { demoVasps, granitequay } from '../../demo/index.ts'
import { productDocument } from '../../openapi/index.ts'
import { isolationHouse, victimDid } from '../isolation/house.fixture.ts'
import { objectsOf } from '../isolation/victim.fixture.ts'
import { holdsDid, names } from '../product-fields.fixture.ts'
import { signedIn } from '../session.fixture.ts'
import { type Actor, fuzz } from './fuzz.fixture.ts'
import type { Links } from './links.fixture.ts'
import { productRecipes } from './product.fixture.ts'
import { standingBilling, standingInvoice } from './product-billing.fixture.ts'
import { standingBulk } from './product-bulk.fixture.ts'
import { finishedImports } from './product-import.fixture.ts'
import { lookingIn } from './product-people.fixture.ts'
import { targetsOf } from './request.fixture.ts'
import { figures, unbearableMs } from './run.fixture.ts'

const requests = scaled(5000)

const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString()

/** Words that a query's or body's shape alone does not make sensible, by the field's name. */
const sensible = {
  '?fields': fc.constantFrom('name', 'name,website', 'jurisdictions'),
  '?order': fc.constantFrom('name:ASC', 'regulatoryStatus:DESC'),
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
  update trust.vasp set disabled_at = null where disabled_at is not null;
  update trust.vasp set listing = 'listed' where vasp_did = '${victimDid}' and listing <> 'listed'`

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

const metabase = {
  METABASE_SITE_URL: 'https://metabase.example',
  METABASE_SECRET: 'a-secret-of-a-metabase-for-tests-0123456789',
  METABASE_DASHBOARDS: '{"overview": {"id": 7, "company": "vasp_did"}}',
}

// No plan limits what is asked here.
const billing = {
  BILLING_PROVIDER: 'stripe',
  BILLING_PLANS:
    '{"free": {"transfersPerMonth": null, "questionnairesPerMonth": null, "rules": null, "credentials": null, "endpoints": null, "subsidiaries": null}, "paying": {"standard": {}}}',
  STRIPE_API_KEY: 'sk_test_fuzz',
  STRIPE_WEBHOOK_SECRET: 'whsec_fuzz',
}

test('[ER-04] whatever is asked of the product, it answers as its document says', {
  timeout: 900_000,
}, async () => {
  // With all that the demo has: registers, a mailbox, a receiver, the webhook service.
  const stripe = await fakeStripe(billing.STRIPE_API_KEY, stripeVersion)
  const s3 = await fakeS3()
  const bucket = {
    ...{ STORAGE: 's3', S3_BUCKET: s3Bucket, S3_REGION: s3Region, S3_ENDPOINT: s3.endpoint },
    ...{ S3_FORCE_PATH_STYLE: 'on', S3_DIRECT: 'on', S3_ACCESS_KEY_ID: s3Key.accessKeyId },
    S3_SECRET_ACCESS_KEY: s3Key.secretAccessKey,
  }
  const house = await isolationHouse(
    { DEMO: 'on', ...metabase, ...billing, ...bucket, STRIPE_URL: stripe.url },
    { together: true },
  )
  const { product, databaseUrl } = house
  const objects = await objectsOf(house)
  // Not the company that transfers go to: whatever is asked about a company may remove it.
  const others = (await demoVasps())
    .map(({ did }) => did)
    .filter((did) => did !== granitequay)
    .slice(1, 6)
  // Most of what is asked concerns the company that has everything, and what is there.
  const did = fc.oneof({ weight: 4, arbitrary: fc.constant(victimDid) }, fc.constantFrom(...others))
  const prepare = () => house.owner.query(standing)
  await house.owner.query(waiting)
  await house.owner.query(finishedImports)
  await house.owner.query(standingBulk)
  await house.owner.query(standingBilling)
  stripe.book.invoices.push(standingInvoice)
  product.writeExports()
  const given = {
    ...Object.fromEntries([...names.ids].map((name) => [name, fc.constantFrom(...objects)])),
    ...Object.fromEntries([...names.dids].map((name) => [name, did])),
    ...sensible,
  }
  const targets = targetsOf(productDocument(), given, true)
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
      requests,
    },
    actor: (number) => actors[number % actors.length] ?? (async () => ({})),
    recipes: productRecipes,
    as: async (subject) => {
      await prepare()
      const isLooking = subject === lookingIn
      const cookie =
        subject === 'nobody' ? '' : await signedIn(databaseUrl, isLooking ? 'noor' : subject)
      if (isLooking)
        await product.app.inject({
          ...{ method: 'POST', url: '/api/auth/observing' },
          ...{ headers: { cookie, 'x-user-agent': 'fuzz' } },
          payload: { vaspDID: victimDid, reason: 'To see what its people see' },
        })
      return { 'x-user-agent': 'fuzz', ...(cookie && { cookie }) }
    },
    // The provider is not there, and encrypted payloads are not supported.
    away: ({ id: name }, status) =>
      (status === 503 && name === 'auth.login') || (status === 501 && name === 'tx.create'),
  })
  await house.close()
  await stripe.close()
  await s3.close()
  const never = targets.map(({ id: name }) => name).filter((name) => !report.succeeded.has(name))
  console.log(`product: ${figures(report)}; without a success: ${never.join(', ') || 'none'}`)
  expect(report.findings).toEqual([])
  expect(never).toEqual([])
  expect(report.longestMs).toBeLessThan(unbearableMs)
})
