import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseSubnets } from './address.ts'
import { type DnsAnswer, startDns } from './dns.fixture.ts'
import { createEgress } from './egress.ts'
import { ok, startReceiver } from './receiver.fixture.ts'
import { systemLookup } from './resolver.ts'
import { SEND_ERRORS } from './send-errors.ts'
import { takeTurns } from './turns.ts'

let directory: string
let hostsPath: string
let dns: Awaited<ReturnType<typeof startDns>>
let now: number
/** Answers that differ from the one for the first label of a name. */
let answers: Record<string, DnsAnswer>
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'hosts-'))
  hostsPath = join(directory, 'hosts')
  await writeFile(hostsPath, '')
  now = 0
  answers = {}
  dns = await startDns((name) => answers[name.split('.')[0] ?? ''] ?? { a: '127.0.0.2' })
})
afterEach(async () => {
  dns.close()
  await rm(directory, { recursive: true })
})

const lookupHere = () => systemLookup({ servers: [dns.server], hostsPath, now: () => now })

test('[WH-18] all addresses of both kinds are given, and a failure by its name', async () => {
  const lookup = lookupHere()
  answers.both = { a: '127.0.0.2', aaaa: Buffer.alloc(16, 0x20) }
  expect(await lookup('both.test', 't')).toEqual([
    '127.0.0.2',
    '2020:2020:2020:2020:2020:2020:2020:2020',
  ])
  answers.broken = 'servfail'
  await expect(lookup('broken.test', 't')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  answers.none = {}
  await expect(lookup('none.test', 't')).rejects.toMatchObject({ code: 'ENODATA' })
  expect(await lookup('a.LOCALHOST.', 't')).toEqual(['127.0.0.1', '::1'])
  expect(dns.asked).not.toContain('a.localhost')
})

test('[WH-18] a name that does not exist is asked for once, and again later', async () => {
  answers.dead = 'nxdomain'
  const lookup = lookupHere()
  const refused = (name: string) =>
    expect(lookup(name, 't')).rejects.toMatchObject({ code: 'ENOTFOUND' })
  await Promise.all([refused('dead.test'), refused('dead.test'), refused('DEAD.test.')])
  await refused('dead.test')
  expect(dns.asked).toEqual(['dead.test', 'dead.test'])
  now = 29_999
  await refused('dead.test')
  expect(dns.asked).toHaveLength(2)
  now = 30_001
  answers.dead = { a: '127.0.0.3' }
  expect(await lookup('dead.test', 't')).toEqual(['127.0.0.3'])
  // What exists is asked for each time: an address is used once, for the connection it is for.
  answers.dead = { a: '127.0.0.4' }
  expect(await lookup('dead.test', 't')).toEqual(['127.0.0.4'])
})

test('[WH-18] a name server that failed is asked again soon', async () => {
  answers.ill = 'servfail'
  const lookup = lookupHere()
  const failed = () => expect(lookup('ill.test', 't')).rejects.toMatchObject({ code: 'ESERVFAIL' })
  await failed()
  const once = dns.asked.length
  now = 4_999
  await failed()
  expect(dns.asked).toHaveLength(once)
  now = 5_001
  answers.ill = { a: '127.0.0.2' }
  expect(await lookup('ill.test', 't')).toEqual(['127.0.0.2'])
})

test('[WH-18] the hosts file goes before the name server, and may change', async () => {
  await writeFile(
    hostsPath,
    '# names\n127.0.0.5\tNear.test near # here\n::5 near.test\nfe80::1%lo0 near.test\nnonsense near.test\n',
  )
  const lookup = lookupHere()
  expect(await lookup('near.test', 't')).toEqual(['127.0.0.5', '::5'])
  expect(await lookup('near', 't')).toEqual(['127.0.0.5'])
  expect(dns.asked).toEqual([])
  await writeFile(hostsPath, '127.0.0.66 near.test\n')
  now = 1_001
  expect(await lookup('near.test', 't')).toEqual(['127.0.0.66'])
  await rm(hostsPath)
  now = 2_002
  expect(await lookup('far.test', 't')).toEqual(['127.0.0.2'])
  await writeFile(hostsPath, '')
})

test('[WH-18] dead domains of one tenant delay neither the hosts file nor the others', async () => {
  answers.hangs = 'silent'
  await writeFile(hostsPath, '127.0.0.5 near.test\n')
  const lookup = lookupHere()
  let ended = 0
  const end = () => void ended++
  for (let i = 0; i < 3_000; i++) lookup(`hangs.n${i}.test`, 'careless').then(end, end)
  await vi.waitFor(() => expect(dns.asked.length).toBeGreaterThanOrEqual(100), { timeout: 60_000 })
  expect(await lookup('near.test', 'careless')).toEqual(['127.0.0.5'])
  for (const tenant of ['a', 'b', 'c'])
    expect(await lookup(`live.${tenant}.test`, tenant)).toEqual(['127.0.0.2'])
  // The others did not wait for any of them, and no more than a share of them was asked for.
  expect(ended).toBe(0)
  expect(new Set(dns.asked.filter((name) => name.startsWith('hangs'))).size).toBeLessThanOrEqual(64)
})

test('[WH-18] turns go round, one for each tenant', async () => {
  const inTurn = takeTurns({ all: 2, ofTenant: 1 })
  const began: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    began.push(name)
    return new Promise<void>((resolve) => {
      ends.push(resolve)
    })
  }
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) =>
    inTurn(name.slice(0, 1), work(name)),
  )
  for (let turn = 0; turn < all.length; turn++) {
    await vi.waitFor(() => expect(ends.length).toBeGreaterThan(0), { timeout: 60_000 })
    expect(began.length - turn).toBeLessThanOrEqual(2)
    ends.shift()?.()
  }
  await Promise.all(all)
  expect(began.indexOf('c1')).toBeLessThan(began.indexOf('a3'))
  expect(began.indexOf('b1')).toBeLessThan(began.indexOf('a2'))
  await expect(inTurn('a', () => Promise.reject(new Error('fails')))).rejects.toThrow('fails')
  ends.length = 0
  const last = inTurn('a', work('a4'))
  await vi.waitFor(() => expect(ends).toHaveLength(1), { timeout: 60_000 })
  ends[0]?.()
  await last
})

test('[WH-18] a dead domain is told as no such host, and the guard holds for what is found', async () => {
  const canary = await startReceiver(ok)
  answers.dead = 'nxdomain'
  answers.mixed = { a: '127.0.0.1', aaaa: Buffer.alloc(16, 0x20) }
  await writeFile(hostsPath, '127.0.0.1 inside.test\n')
  const egress = createEgress({
    allow: parseSubnets('2020::/16'),
    httpsOnly: false,
    lookup: lookupHere(),
  })
  const send = async (host: string) => {
    const url = `http://${host}:${canary.port}/`
    const { error } = await egress.send({
      method: 'POST',
      url,
      headers: [],
      body: '{}',
      timeoutMs: 5000,
      tenant: 't',
    })
    return error
  }
  expect(await send('dead.test')).toEqual({
    code: 'dns_nxdomain',
    message: SEND_ERRORS.dns_nxdomain,
  })
  expect(SEND_ERRORS.dns_nxdomain).toContain('no such host')
  for (const host of ['inside.test', 'mixed.test'])
    expect((await send(host))?.code).toBe('blocked_address')
  expect(canary.connections).toBe(0)
  await egress.close()
  await canary.close()
})
