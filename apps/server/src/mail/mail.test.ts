import { connect, type Database } from '@countersign/kit/db'
import { createLog } from '@countersign/kit/log'
import { mailLimits, noticeLater, noticeLimit, sendLater } from '@countersign/kit/mail'
import { sendDueMails } from '@countersign/kit/mail.worker'
import { testClock, testDatabase } from '@countersign/kit/testing'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fakeSmtp } from './smtp.fixture.ts'
import { mailTransport } from './transport.ts'

const from = 'Countersign <desk@countersign.example>'
const log = createLog('silent')
let smtp: Awaited<ReturnType<typeof fakeSmtp>>
let app: Database<unknown>
let relay: Database<unknown>
let drop: () => Promise<void>
let clock: ReturnType<typeof testClock>
beforeAll(async () => {
  smtp = await fakeSmtp()
  const database = await testDatabase()
  drop = database.drop
  app = connect({ url: database.url, role: 'countersign_app' })
  relay = connect({ url: database.url, role: 'countersign_relay' })
})
beforeEach(async () => {
  clock = testClock()
  smtp.delivered.length = 0
  await relay.withNobody((tx) => sql`delete from mail.outbox`.execute(tx))
})
afterAll(async () => {
  await Promise.all([app.close(), relay.close()])
  await drop()
  await smtp.close()
})

const enqueue = (to: string, text = 'Hello\n.dot\n') =>
  app.withNobody(async (tx) => noticeLater(tx, { to, subject: 'Grüße', text }, new Date(clock())))
const waiting = async () =>
  (
    await relay.withNobody((tx) =>
      sql<{ recipient: string; tries: number }>`
        select recipient, tries from mail.outbox order by id`.execute(tx),
    )
  ).rows
const work = (url: string | undefined = smtp.url) =>
  sendDueMails({
    database: relay,
    transport: mailTransport({ SMTP_URL: url, MAIL_FROM: from, demo: false }, log, clock),
    clock,
    log,
  })

test('[ID-04] a mail is handed over once, and then it is gone', async () => {
  await enqueue('kay@acme.example')
  expect(await work()).toBe(1)
  expect(smtp.delivered).toHaveLength(1)
  const [mail] = smtp.delivered
  expect(mail).toMatchObject({ from: 'desk@countersign.example', to: ['kay@acme.example'] })
  expect(mail?.data).toMatch(/^From: Countersign <desk@countersign\.example>$/m)
  expect(mail?.data).toMatch(/^Message-ID: <mail-\d+@countersign\.example>$/m)
  expect(mail?.data).toMatch(/^Subject: =\?UTF-8\?/m)
  expect(mail?.data).toMatch(/^\.dot$/m)
  expect(await waiting()).toEqual([])
  expect(await work()).toBe(0)
})

test('[ID-04] two workers never send the same mail twice', async () => {
  for (let n = 0; n < 10; n++) await enqueue(`kay${n}@acme.example`)
  await Promise.all([work(), work(), work()])
  expect(smtp.delivered.map(({ to }) => to[0]).toSorted()).toEqual(
    Array.from({ length: 10 }, (_, n) => `kay${n}@acme.example`),
  )
})

test('[ID-04] the mails that have waited longest go first, in order', async () => {
  const due = (minutesAgo: number) =>
    relay.withNobody((tx) =>
      sql`update mail.outbox set due_at = ${new Date(clock() - minutesAgo * 60_000)}
      where recipient = ${`kay${minutesAgo}@acme.example`}`.execute(tx),
    )
  // The newest is written first, so that the order in the table is the wrong one.
  for (let n = 0; n < 25; n++) await enqueue(`kay${n}@acme.example`)
  for (let n = 0; n < 25; n++) await due(n)
  expect(await work()).toBe(20)
  expect(smtp.delivered.map(({ to }) => to[0])).toEqual(
    Array.from({ length: 20 }, (_, n) => `kay${24 - n}@acme.example`),
  )
})

test('[ID-04] an address that is refused for good is given up', async () => {
  await enqueue('nobody@acme.example')
  await work()
  expect(await waiting()).toEqual([])
  expect(smtp.delivered).toEqual([])
})

test('[ID-04] what cannot be sent now waits longer each time, for three days', async () => {
  await enqueue('later@acme.example')
  await work()
  expect(await waiting()).toMatchObject([{ tries: 1 }])
  clock.advance(14_000)
  expect(await work()).toBe(0)
  clock.advance(1_000)
  expect(await work()).toBe(1)
  clock.advance(29_000)
  expect(await work()).toBe(0)
  clock.advance(1_000)
  expect(await work()).toBe(1)
  clock.advance(3 * 24 * 3_600_000)
  expect(await work()).toBe(1)
  expect(await waiting()).toEqual([])
})

test('[ID-04] a server that is away is tried again', async () => {
  await enqueue('kay@acme.example')
  await work('smtp://127.0.0.1:1')
  expect(await waiting()).toMatchObject([{ tries: 1 }])
  clock.advance(15_000)
  await work()
  expect(smtp.delivered).toHaveLength(1)
})

test('[ID-04] without a server the demo keeps the last 20, and nothing else keeps any', async () => {
  for (const demo of [true, false]) {
    const transport = mailTransport({ MAIL_FROM: from, demo }, log, clock)
    for (let n = 0; n < 25; n++)
      await transport.send(`mail-${n}`, { to: 'kay@acme.example', subject: `${n}`, text: 'x' })
    const subjects = transport.kept().map(({ subject }) => subject)
    expect(subjects).toEqual(demo ? Array.from({ length: 20 }, (_, n) => `${24 - n}`) : [])
  }
})

test('[ID-04] a subject or an address cannot add a header or a recipient', async () => {
  const transport = mailTransport({ SMTP_URL: smtp.url, MAIL_FROM: from, demo: false }, log, clock)
  await transport.send('mail-1', {
    to: 'kay@acme.example',
    subject: 'Hi\r\nBcc: eve@evil.example',
    text: 'x',
  })
  await transport
    .send('mail-2', { to: 'kay@acme.example, eve@evil.example', subject: 'x', text: 'x' })
    .catch(() => undefined)
  expect(smtp.delivered.flatMap(({ to }) => to)).not.toContain('eve@evil.example')
  expect(smtp.delivered[0]?.data).not.toMatch(/^Bcc:/m)
})

const invite = (to: string, ready?: () => Promise<void>) =>
  app.withNobody(async (tx) => {
    const cause = { person: `did:person:${to}`, company: `did:company:${to}` }
    sendLater(tx, { to, subject: 'Hello', text: 'x' }, new Date(clock()), cause)
    await ready?.()
  })

/** Lets nobody go on before all are there. */
const meeting = (of: number) => {
  const all = Promise.withResolvers<void>()
  let there = 0
  return () => {
    if (++there === of) all.resolve()
    return all.promise
  }
}

test('[ID-04] of many mails at once, only as many as the limit leaves pass', async () => {
  // In the first round, connections that are still to be made hold up all but one.
  for (const to of ['race1@acme.example', 'race2@acme.example', 'race3@acme.example']) {
    for (let n = 1; n < mailLimits.companyToAddress; n++) await invite(to)
    const ready = meeting(8)
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => invite(to, ready)))
    const refused = results.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(7)
    for (const one of refused)
      expect(one).toMatchObject({ reason: { code: 'too_many_requests', retryAfter: 86_400 } })
  }
  expect(await waiting()).toHaveLength(3 * mailLimits.companyToAddress)
})

test('[ID-04] transactions that tell the same people in different orders all end, within the limit', async () => {
  const people = ['ann', 'ben', 'cid'].map((name) => `${name}@notice.example`)
  const tell = (order: readonly string[], at: Date, ready?: () => Promise<void>) =>
    app.withNobody(async (tx) => {
      for (const to of order) noticeLater(tx, { to, subject: 'News', text: 'x' }, at)
      await ready?.()
    })
  const at = new Date(clock())
  const nearly = people.flatMap((to) => Array.from({ length: noticeLimit - 5 }, () => to))
  await tell(nearly, at)
  const ready = meeting(8)
  await Promise.all(
    Array.from({ length: 8 }, (_, n) => tell(n % 2 ? people : people.toReversed(), at, ready)),
  )
  const sent = (await waiting()).map(({ recipient }) => recipient)
  for (const to of people) expect(sent.filter((one) => one === to)).toHaveLength(noticeLimit)
})

test('[ID-04] a transaction that fails sends no mail and counts none', async () => {
  const lost = app.withNobody(async (tx) => {
    noticeLater(tx, { to: 'lost@acme.example', subject: 'News', text: 'x' }, new Date(clock()))
    throw new Error('No')
  })
  await expect(lost).rejects.toThrow('No')
  expect(await waiting()).toEqual([])
})
