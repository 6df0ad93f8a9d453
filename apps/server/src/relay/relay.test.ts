import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { events, schemaOf } from '@countersign/contracts/events'
import { connect } from '@countersign/kit/db'
import { id } from '@countersign/kit/ids'
import { createLog } from '@countersign/kit/log'
import { emit } from '@countersign/kit/outbox'
import { createRelay } from '@countersign/kit/outbox.worker'
import { query, testDatabase } from '@countersign/kit/testing'
import { scaled } from '@countersign/kit/testing-volume'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Started, startProcess } from '../suites/process.fixture.ts'
import { messageSender } from './message-sender.ts'
import { registerEventTypes } from './webhooks-client.ts'

const jwtSecret = 'a secret of the tests alone, 32 b'
const companies = Array.from({ length: scaled(50, 5) }, (_, i) => `did:web:relay-${i}.example`)
const changes = 40
const objects = 5

const ends: (() => Promise<unknown>)[] = []
let databaseUrl: string
let service: Awaited<ReturnType<typeof webhookService>>
let token: string
beforeAll(async () => {
  const database = await testDatabase()
  databaseUrl = database.url
  ends.push(database.drop)
  service = await webhookService(databaseUrl)
  token = await new SignJWT({ sub: id('org', Date.now()) })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .sign(new TextEncoder().encode(jwtSecret))
})
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const uidOf = (did: string) => did.replaceAll(/[^a-z0-9-]/g, '-')
const objectOf = (change: number) => `did:web:object-${change % objects}.example`

/** Receivers of all companies: which sequences each of them got. */
async function receivers() {
  const got = new Map<string, Set<number>>()
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await new Response(request).text())
    const company = `/${uidOf(String(body.vaspDID))}` === request.url ? body.vaspDID : 'misdirected'
    got.set(company, (got.get(company) ?? new Set()).add(body.sequence))
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { got, port: typeof address === 'object' && address ? address.port : 0 }
}

/** The webhook service, which can be killed and comes back at the same address. */
async function webhookService(databaseUrl: string) {
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-relay-'))
  let running: Started
  let url = ''
  const start = async () => {
    running = startProcess('webhooks', {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: 'off',
      WEBHOOKS_JWT_SECRET: jwtSecret,
      WEBHOOKS_LEASE_MS: '1000',
      WEBHOOKS_PORT: url ? new URL(url).port : '0',
      EGRESS_ALLOW_SUBNETS: '127.0.0.1/32',
    })
    url = await running.address('Countersign is ready')
  }
  await start()
  ends.push(async () => {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    url,
    killAndRestart: async () => {
      running.child.kill('SIGKILL')
      await running.ended()
      await start()
    },
  }
}

async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(`${service.url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status, path).toBe(body ? 201 : 200)
  return Object(await answer.json())
}

test('[WH-07] the service’s catalogue is what the contracts declare, also where it knew another text', async () => {
  await call('/event-type/', { name: 'vasp.updated', description: 'An old text' })
  await registerEventTypes({ url: service.url, token }, createLog('error'))
  await registerEventTypes({ url: service.url, token }, createLog('error'))
  const { data } = await call('/event-type/?with_content=true&limit=250')
  const declared = events.map((event) => ({
    name: event.name,
    description: event.description,
    schemas: { [event.version]: schemaOf(event) },
  }))
  expect(data).toMatchObject(declared.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
})

test('[WH-18] each object’s events are accepted once and in order, and all arrive, though the service is killed twice', async () => {
  const { got, port } = await receivers()
  await Promise.all(
    companies.map(async (did) => {
      await call('/app/', { name: did, uid: uidOf(did) })
      await call(`/app/${uidOf(did)}/endpoint/`, { url: `http://127.0.0.1:${port}/${uidOf(did)}` })
    }),
  )

  /** What the service said yes to, in the order in which it said so. */
  const accepted = new Map<string, number[]>()
  let count = 0
  for (const _relay of [1, 2]) {
    const relayDatabase = connect({ url: databaseUrl, role: 'countersign_relay', max: 4 })
    const sender = messageSender({ url: service.url, token })
    const relay = createRelay({
      database: relayDatabase,
      sender: {
        send: async (application, message) => {
          await sender.send(application, message)
          const key = `${application} ${message.payload.reviewedVaspDID}`
          accepted.set(key, [...(accepted.get(key) ?? []), Number(message.payload.sequence)])
          count++
        },
      },
      applications: async (_, dids) => new Map(dids.map((did) => [did, uidOf(did)])),
      clock: Date.now,
      random: Math.random,
      log: createLog('silent'),
    })
    relay.start()
    ends.push(async () => {
      await relay.stop()
      await Promise.all([sender.close(), relayDatabase.close()])
    })
  }

  const database = connect({ url: databaseUrl, role: 'countersign_app', max: 10 })
  ends.push(database.close)
  const writing = Promise.all(
    companies.map(async (company) => {
      for (let change = 0; change < changes; change++)
        await database.withTenant(company, async (tx) =>
          emit(tx, {
            type: 'vasp.reviewed',
            company,
            payload: {
              did: company,
              reviewedVaspDID: objectOf(change),
              reviewValue: 'TRUSTED',
              updatedAt: new Date().toISOString(),
            },
            at: new Date(),
          }),
        )
    }),
  )
  const total = companies.length * changes
  const poll = { timeout: 60_000, interval: 10 }
  for (const part of [0.3, 0.6]) {
    await vi.waitFor(() => expect(count).toBeGreaterThan(total * part), poll)
    await service.killAndRestart()
  }
  await writing
  const waiting = () => query(databaseUrl, 'select from outbox.event')
  await vi.waitFor(async () => expect(await waiting()).toHaveLength(0), poll)

  const everySequence = Array.from({ length: changes }, (_, i) => i + 1)
  const messages = await query(
    databaseUrl,
    `select payload::json ->> 'vaspDID' as company, payload::json ->> 'reviewedVaspDID' as object,
       array_agg((payload::json ->> 'sequence')::int order by created_at, id) as accepted
     from webhooks.message group by 1, 2 order by 1, 2`,
  )
  expect(messages).toHaveLength(companies.length * objects)
  for (const { company, object, accepted: stored } of messages) {
    const expected = everySequence.filter((sequence) => objectOf(sequence - 1) === object)
    expect(
      [...Object(stored)].toSorted((a, b) => a - b),
      `stored once: ${company}`,
    ).toEqual(expected)
    // What was accepted but not answered is handed over again; the first yes to each counts.
    const answers = accepted.get(`${uidOf(String(company))} ${object}`) ?? []
    expect([...new Set(answers)], `accepted in order: ${company}`).toEqual(expected)
  }
  const arrived = () =>
    companies.map((company) => [...(got.get(company) ?? [])].toSorted((a, b) => a - b))
  await vi.waitFor(() => expect(arrived()).toEqual(companies.map(() => everySequence)), poll)
  expect(got.has('misdirected')).toBe(false)
}, 180_000)
