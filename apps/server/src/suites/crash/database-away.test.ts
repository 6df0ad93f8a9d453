import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { productExamples } from '@countersign/contracts/examples'
import { testPool } from '@countersign/kit/testing-query'
import { SignJWT } from 'jose'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { kestrelBay, seedDemo } from '../../demo/index.ts'
import { keptRows } from '../kept.fixture.ts'
import { serverFixture } from '../server.fixture.ts'
import { signedIn } from '../session.fixture.ts'
import { cuttable } from './away.fixture.ts'

let way: Awaited<ReturnType<typeof cuttable>>
let fixture: Awaited<ReturnType<typeof serverFixture>>
let owner: pg.Pool
let headers: Record<string, string>
let token: string
beforeAll(async () => {
  const through = async (databaseUrl: string) => {
    way = await cuttable(databaseUrl)
    return way.url
  }
  fixture = await serverFixture({ DEMO: 'on' }, { through })
  const { product, databaseUrl, secrets } = fixture
  await seedDemo(product.database, product.identity, new Date(), product.documents)
  owner = testPool({ connectionString: databaseUrl, max: 1 })
  headers = { cookie: await signedIn(databaseUrl, 'marcus'), 'x-user-agent': 'test' }
  token = await new SignJWT({ sub: secrets.organisation })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(new TextEncoder().encode(secrets.webhooksJwtSecret))
})
beforeEach(() => way.mend())
afterAll(async () => {
  way.mend()
  await owner.end()
  await fixture.close()
  await way.close()
})

type Asked = {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly payload?: object | string | Readable
  readonly headers?: Readonly<Record<string, string>>
}
const ask = (asked: Asked) =>
  fixture.product.app.inject({ ...asked, headers: { ...headers, ...asked.headers } })

const did = encodeURIComponent(kestrelBay)
const form = { 'content-type': 'multipart/form-data; boundary=b' }

async function ticket(): Promise<string> {
  const { uploadFields } = (
    await ask({ method: 'GET', url: `/api/tf/vasps/upload/${did}?documentType=AML_POLICY` })
  ).json()
  return uploadFields[0].value
}
const head = (value: string) =>
  `--b\r\ncontent-disposition: form-data; name="ticket"\r\n\r\n${value}\r\n` +
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.7\n'
const tail = '\n%%EOF\n\r\n--b--\r\n'
const upload = (payload: string | Readable): Asked => ({
  ...{ method: 'POST', url: `/api/tf/vasps/upload/${did}`, headers: form, payload },
})

const filesOf = async () =>
  (await readdir(fixture.dataDir, { recursive: true, withFileTypes: true })).flatMap((entry) =>
    entry.isFile() ? `${entry.parentPath}/${entry.name}` : [],
  )

/** Everything that is kept, rows and files. */
const kept = async (): Promise<string[]> => [
  ...(await keptRows(owner)),
  ...(await filesOf()).toSorted(),
]

const unavailable = {
  err: {
    name: 'unavailable',
    code: 503,
    message: expect.stringMatching(/not available right now/),
  },
}

const newTransfer = (transactionRef: string): Asked => ({
  ...{ method: 'POST', url: '/api/tx/create' },
  payload: { ...Object(productExamples['tx.create']?.body), transactionRef },
})

const asked: Readonly<Record<string, () => Promise<Asked>>> = {
  'a read by anyone': async () => ({
    method: 'GET',
    url: '/api/countersignPublic/tf/simple/vasps',
  }),
  'a read by a member': async () => ({ method: 'GET', url: `/api/tf/simple/vasps/${did}` }),
  'the viewer': async () => ({ method: 'GET', url: '/api/auth/viewer' }),
  'a change': async () => ({
    ...{ method: 'POST', url: '/api/tf/vasps/update' },
    payload: { did: kestrelBay, fields: { description: `Changed ${Math.random()}` } },
  }),
  'an invitation': async () => ({
    ...{ method: 'POST', url: '/api/auth/addusertovasp' },
    payload: { vaspDID: kestrelBay, email: `a${Math.random()}@kestrelbay.example`, role: 'viewer' },
  }),
  'a transfer': async () => newTransfer(randomUUID()),
  'an upload': async () => upload(head(await ticket()) + tail),
  'a download': async () => {
    const { documents } = (
      await ask({ method: 'GET', url: `/api/tf/vasps/${did}/documents` })
    ).json()
    const key = encodeURIComponent(documents[0].s3URL)
    return { method: 'GET', url: `/api/tf/vasps/download/${did}?s3URL=${key}` }
  },
  'a token': async () => {
    const url = `/api/auth/credentials/${did}`
    const { clientId, clientSecret } = (await ask({ method: 'POST', url, payload: {} })).json()
    return {
      ...{ method: 'POST', url: '/api/oauth/token' },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
    }
  },
}

describe('while the database is away', () => {
  test.each(Object.entries(asked))(
    '[ER-04] %s is a clear 503, leaves nothing, and works again afterwards',
    async (_, make) => {
      const one = await make()
      const before = await kept()
      way.cut()
      for (const answer of [await ask(one), await ask(one)]) {
        expect(answer.statusCode).toBe(503)
        expect(answer.json()).toEqual(unavailable)
        expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      }
      way.mend()
      expect(await kept()).toEqual(before)
      expect([200, 201]).toContain((await ask(one)).statusCode)
    },
  )

  test('[ER-04] [TX-01] a transfer whose answer is lost is there once, and asking again tells which', async () => {
    const ref = randomUUID()
    const stored = async (): Promise<readonly string[]> => {
      const { rows } = await owner.query(
        'select transfer_id from transactions.side where vasp_did = $1 and transaction_ref = $2',
        [kestrelBay, ref],
      )
      return rows.map(({ transfer_id: id }) => id)
    }
    way.cutOnce(async () => (await stored()).length > 0)
    const lost = await ask(newTransfer(ref))
    expect(lost.statusCode).toBe(503)
    way.mend()
    expect(await stored()).toHaveLength(1)
    // A connection that was idle may not have heard yet that it is cut.
    const again = await vi.waitFor(
      async () => {
        const answer = await ask(newTransfer(ref))
        expect(answer.statusCode).not.toBe(503)
        return answer
      },
      { timeout: 60_000 },
    )
    expect(again.statusCode).toBe(200)
    expect(await stored()).toEqual([again.json().id])
  })

  test('[ER-04] an upload that it leaves in the middle keeps no row and no file, and its ticket is still good', async () => {
    const value = await ticket()
    const before = await kept()
    const none = (await filesOf()).length
    const slowly = async function* () {
      yield `${head(value)}${'x'.repeat(200_000)}`
      // The ticket was looked at by then, and the file begins to be written.
      await vi.waitUntil(async () => (await filesOf()).length > none, {
        timeout: 20_000,
        interval: 5,
      })
      way.cut()
      yield tail
    }
    const answer = await ask(upload(Readable.from(slowly())))
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual(unavailable)
    way.mend()
    expect(await kept()).toEqual(before)
    expect((await ask(upload(head(value) + tail))).statusCode).toBe(200)
  })

  test('[ER-04] [ID-01] a sign-in ends at the screen that says so, for a script in a 503', async () => {
    way.cut()
    for (const url of ['/api/auth/login?redirect=/team', '/api/auth/callback?state=a&code=b']) {
      const seen = await ask({ method: 'GET', url, headers: { cookie: '', accept: 'text/html' } })
      expect(seen.statusCode).toBe(302)
      expect(seen.headers.location).toMatch(/^\/auth\?error=unavailable&reference=[\w-]+/)
    }
    const accept = 'application/json'
    const script = await ask({
      method: 'GET',
      url: '/api/auth/login',
      headers: { cookie: '', accept },
    })
    expect(script.statusCode).toBe(503)
  })

  test('[WH-16] a message is refused with 503 and is there once when it is sent again', async () => {
    const { app } = fixture.webhooks
    const send = (url: string, payload: object) =>
      app.inject({
        ...{ method: 'POST', url, payload },
        headers: { authorization: `Bearer ${token}` },
      })
    const { id } = (await send('/api/v1/app', { name: 'Away' })).json()
    const message = { eventType: 'a.b', eventId: 'away-1', payload: { a: 1 } }
    const before = await kept()
    way.cut()
    expect((await send(`/api/v1/app/${id}/msg`, message)).statusCode).toBe(503)
    way.mend()
    expect(await kept()).toEqual(before)
    expect((await send(`/api/v1/app/${id}/msg`, message)).statusCode).toBe(202)
  })
})
