import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseSubnets } from './address.ts'
import { guardedConnector } from './connect.ts'
import { createEgress, type Egress, type EgressOptions } from './egress.ts'
import { type Behaviour, drip, ok, type Receiver, startReceiver } from './receiver.fixture.ts'
import { SEND_ERRORS } from './send-errors.ts'

const BLOCKED = SEND_ERRORS.blocked_address
const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const receive = async (...args: Parameters<typeof startReceiver>): Promise<Receiver> => {
  const receiver = await startReceiver(...args)
  cleanups.push(() => receiver.close())
  return receiver
}

const egressWith = (options: Partial<EgressOptions> = {}): Egress => {
  const egress = createEgress({ allow: [], httpsOnly: false, ...options })
  cleanups.push(() => egress.close())
  return egress
}

const send = (egress: Egress, url: string, timeoutMs = 5000) =>
  egress.send({ method: 'POST', url, headers: [], body: '{}', timeoutMs })

/** Loopback and its neighbours in every spelling; all would reach the canary without the guard. */
const SPELLINGS = [
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '2130706433',
  '2130706433.',
  '0x7f000001',
  '0x7F.1',
  '0x7f.0x0.0x0.0x1',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '0177.0.0.01',
  '017700000001',
  '00000177.0.0.1',
  '127.0x0.1',
  '127.00.00.01',
  '①②⑦.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '127．0．0．1',
  '127｡0｡0｡1',
  '%31%32%37.0.0.1',
  '127%2e0%2e0%2e1',
  '%6c%6f%63%61%6chost',
  '0',
  '0.0.0.0',
  '0x0',
  '00',
  '0.0',
  '127.0.0.2',
  '127.127.127.127',
  '127.255.255.254',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'a.localhost',
  'a.b.localhost.',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::0.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[0:0:0:0:0:ffff:127.0.0.1]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[ff02::1]',
  '[::ffff:0.0.0.0]',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '[::ffff:a9fe:a9fe]',
  '168.63.129.16',
  '[::ffff:168.63.129.16]',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.0.1',
  '100.100.100.200',
  '255.255.255.255',
  '224.0.0.1',
  'user:pass@127.0.0.1',
  'example.com@127.0.0.1',
  'example.com%2f@127.0.0.1',
  '\t127.0.0.1',
  '12\n7.0.0.1',
  '\\\\127.0.0.1',
  '/127.0.0.1',
  '127.0.0.1\\@example.com',
]

describe('[WH-18] server-side request forgery', () => {
  let canary: Receiver
  let canary6: Receiver | null = null
  let egress: Egress
  beforeAll(async () => {
    canary = await startReceiver(ok)
    // The same port on ::1 where the machine has IPv6.
    canary6 = await startReceiver(ok, { host: '::1', port: canary.port }).catch(() => null)
    egress = createEgress({ allow: [], httpsOnly: false })
  })
  afterAll(async () => {
    await egress.close()
    await canary.close()
    await canary6?.close()
  })

  test.each(SPELLINGS)('[WH-18] http://%s is refused', async (host) => {
    const parts = host.split('\\@') // the port goes before what only looks like the host
    const url = `http://${parts[0]}:${canary.port}${parts[1] ? `\\@${parts[1]}` : ''}/`
    const outcome = await send(egress, url)
    expect(outcome).toMatchObject({
      status: 0,
      error: { code: 'blocked_address', message: BLOCKED },
    })
    expect([canary.connections, canary6?.connections ?? 0]).toEqual([0, 0])
  })

  test.each([
    ['ftp://127.0.0.1/', 'the URL scheme must be http or https'],
    ['file:///etc/passwd', 'the URL scheme must be http or https'],
    ['unix:/run/postgres.sock', 'the URL scheme must be http or https'],
    ['http://[fe80::1%25eth0]/', 'the URL is not valid'],
    ['http://4294967296/', 'the URL is not valid'],
    ['http://example.com:22/', 'this port is not allowed'],
  ])('[WH-18] %s is refused: %s', async (url, why) => {
    const message = `error making request: ${why}`
    expect((await send(egress, url)).error).toEqual({ code: 'blocked_url', message })
  })

  test('[WH-18] the connector refuses literals by itself, whoever calls it', async () => {
    const lookup = () => Promise.reject(new Error('a literal is not looked up'))
    const connect = guardedConnector({ allow: [], lookup, connectTimeoutMs: 1000 })
    for (const hostname of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0']) {
      const error = await new Promise<Error | null>((resolve) => {
        const port = String(canary.port)
        connect({ hostname, protocol: 'http:', port }, (...[failure]) => resolve(failure), {
          tenant: 't',
          cancelled: () => false,
        })
      })
      expect(error).toMatchObject({ code: 'blocked_address' })
    }
    expect(canary.connections).toBe(0)
  })

  test('[WH-18] with loopback allowed the same URL arrives', async () => {
    const receiver = await receive(ok)
    const open = egressWith({ allow: parseSubnets('127.0.0.1/32') })
    expect(await send(open, receiver.url)).toMatchObject({ status: 200, error: null })
    expect(receiver.connections).toBe(1)
  })
})

describe('[WH-18] names', () => {
  // 127.0.0.2 stands for a public address, 127.0.0.1 for what must not be reached.
  const allow = parseSubnets('127.0.0.2/32')

  const bye: Behaviour = (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')

  /** A receiver and a canary on one port of the two addresses. */
  const pair = async (behave = bye): Promise<[Receiver, Receiver, string]> => {
    for (;;) {
      const canary = await receive(ok)
      const options = { host: '127.0.0.2', port: canary.port }
      // The port may be taken on the other address: then both move on.
      const good = await receive(behave, options).catch(() => null)
      if (good !== null) return [good, canary, `http://rebind.test:${good.port}/`]
    }
  }

  test('[WH-18] a name that turns private is refused at the next connection', async () => {
    const [good, canary, url] = await pair()
    const answers = [['127.0.0.2'], ['127.0.0.1']]
    const lookup = vi.fn(async () => answers.shift() ?? [])
    const egress = egressWith({ allow, lookup })
    expect(await send(egress, url)).toMatchObject({ status: 200, error: null })
    expect(lookup).toHaveBeenCalledTimes(1) // resolved once: what was checked is what was met
    await vi.waitFor(() => expect(egress.stats().connections).toBe(0), { timeout: 60_000 })
    expect((await send(egress, url)).error?.code).toBe('blocked_address')
    expect([good.connections, canary.connections]).toEqual([1, 0])
  })

  test('[WH-18] a name that turns private between the two tries is refused', async () => {
    const [good, canary, url] = await pair((socket) => socket.destroy())
    const answers = [['127.0.0.2'], ['127.0.0.1']]
    const egress = egressWith({ allow, lookup: async () => answers.shift() ?? [] })
    const outcome = await send(egress, url)
    expect(outcome.error?.code).toBe('blocked_address')
    expect([good.connections, canary.connections]).toEqual([1, 0])
  })

  test.each([
    [['127.0.0.2', '127.0.0.1']],
    [['127.0.0.1', '127.0.0.2']],
    [['127.0.0.2', '::ffff:127.0.0.1']],
    [['127.0.0.2', '127.0.0.2', '64:ff9b::7f00:1']],
  ])('[WH-18] one private address among %j is enough', async (answer) => {
    const [good, canary, url] = await pair()
    const egress = egressWith({ allow, lookup: async () => answer })
    expect((await send(egress, url)).error).toEqual({ code: 'blocked_address', message: BLOCKED })
    expect([good.connections, canary.connections]).toEqual([0, 0])
  })

  test('[WH-18] an address that leads elsewhere than it says is noticed on the open socket', async () => {
    // Linux takes 0.0.0.0 as "this host": the peer is then 127.0.0.1.
    const canary = await receive(ok)
    const lookup = async (): Promise<string[]> => ['0.0.0.0']
    const egress = egressWith({ allow: parseSubnets('0.0.0.0/32'), lookup })
    const outcome = await send(egress, `http://zero.test:${canary.port}/`)
    expect(outcome.error?.code).toBe('blocked_address')
    expect(canary.requests).toEqual([])
  })

  test('[WH-18] the next address is tried when the first refuses', async () => {
    const good = await receive(ok, { host: '127.0.0.2' })
    const egress = egressWith({
      allow: parseSubnets('127.0.0.2/31'),
      lookup: async () => ['127.0.0.3', '127.0.0.2'],
    })
    expect(await send(egress, `http://two.test:${good.port}/`)).toMatchObject({ status: 200 })
    expect(good.requests[0]).toContain(`host: two.test:${good.port}\r\n`)
  })

  test.each([
    ['ENOTFOUND', 'dns_nxdomain'],
    ['ESERVFAIL', 'dns_failed'],
    ['ETIMEOUT', 'dns_failed'],
    ['ECONNREFUSED', 'dns_failed'],
  ])('[WH-18] a resolver saying %s: %s', async (code, expected) => {
    const lookup = () => Promise.reject(Object.assign(new Error('dns'), { code }))
    const outcome = await send(egressWith({ lookup }), 'http://gone.test/')
    expect(outcome.error?.code).toBe(expected)
    expect(outcome.error?.message).toMatch(/^error resolving name: /)
  })

  test('[WH-18] a resolver that hangs is covered by the deadline', async () => {
    const egress = egressWith({ lookup: () => new Promise(() => {}) })
    expect((await send(egress, 'http://slow.test/', 200)).error?.code).toBe('timeout_total')
    expect(egress.stats()).toEqual({ origins: 0, connections: 0, waiting: 0, pending: 0 })
  })
})

describe('[WH-18] connections', () => {
  const allow = parseSubnets('127.0.0.0/8')

  test('[WH-18] many sends share a bounded number of connections', async () => {
    const receiver = await receive(ok)
    const egress = egressWith({ allow, connectionsPerOrigin: 4 })
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, () => send(egress, receiver.url)),
    )
    expect(outcomes.every((outcome) => outcome.status === 200)).toBe(true)
    expect(receiver.requests).toHaveLength(500)
    expect(receiver.connections).toBe(4)
    expect(egress.stats()).toEqual({ origins: 1, connections: 4, waiting: 0, pending: 0 })
  })

  test('[WH-18] one after the other they share one', async () => {
    const receiver = await receive(ok)
    const egress = egressWith({ allow })
    for (let i = 0; i < 50; i += 1) await send(egress, receiver.url)
    expect(receiver.connections).toBe(1)
  })

  test('[WH-18] a receiver that closes every connection gets a new one each time', async () => {
    const receiver = await receive((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nbye'),
    )
    const egress = egressWith({ allow, connectionsPerOrigin: 3 })
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => send(egress, receiver.url)))
    expect(outcomes.map((outcome) => outcome.body.toString())).toEqual(Array(30).fill('bye'))
    expect(receiver.requests).toHaveLength(30)
    await vi.waitFor(() => expect(egress.stats()).toMatchObject({ origins: 0, connections: 0 }), {
      timeout: 60_000,
    })
  })

  test('[WH-18] waiting for a connection counts against the deadline', async () => {
    const receiver = await receive((socket) => drip(socket, '', 1000))
    const egress = egressWith({ allow, connectionsPerOrigin: 1 })
    const outcomes = await Promise.all([1, 2, 3].map(() => send(egress, receiver.url, 200)))
    for (const outcome of outcomes) expect(outcome.error?.code).toBe('timeout_total')
    expect(receiver.connections).toBe(1)
    expect(egress.stats()).toEqual({ origins: 0, connections: 0, waiting: 0, pending: 0 })
  })

  test('[WH-18] a request whose deadline passed while it waited is never sent', async () => {
    const receiver = await receive((socket, nth) => {
      setTimeout(() => ok(socket, nth), 500)
    })
    const egress = egressWith({ allow, connectionsPerOrigin: 1 })
    const outcomes = await Promise.all([
      send(egress, receiver.url),
      send(egress, receiver.url, 100),
      send(egress, receiver.url),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual([200, 0, 200])
    expect(receiver.requests).toHaveLength(2)
  })

  test('[WH-18] a hanging receiver does not hold up another', async () => {
    const hanging = await receive(() => {})
    const receiver = await receive(ok)
    const egress = egressWith({ allow, connectionsPerOrigin: 2 })
    const stuck = Array.from({ length: 20 }, () => send(egress, hanging.url, 400))
    for (let i = 0; i < 20; i += 1) {
      expect((await send(egress, receiver.url)).status).toBe(200)
    }
    for (const outcome of await Promise.all(stuck)) expect(outcome.status).toBe(0)
  })

  test('[WH-18] above the limit the longest idle origins are closed', async () => {
    const receivers = await Promise.all(
      [2, 3, 4, 5, 6].map((n) => receive(ok, { host: `127.0.0.${n}` })),
    )
    const egress = egressWith({ allow, maxOrigins: 2 })
    for (const receiver of receivers) {
      expect((await send(egress, receiver.url)).status).toBe(200)
      expect(egress.stats().origins).toBeLessThanOrEqual(2)
    }
    await vi.waitFor(() => expect(receivers.map((r) => r.closed)).toEqual([1, 1, 1, 0, 0]), {
      timeout: 60_000,
    })
  })

  test('[WH-18] an idle connection is closed after some seconds and its origin forgotten', async () => {
    const receiver = await receive((socket) =>
      socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=2\r\ncontent-length: 0\r\n\r\n'),
    )
    const egress = egressWith({ allow })
    await send(egress, receiver.url)
    expect(egress.stats().origins).toBe(1)
    await vi.waitFor(() => expect(egress.stats().origins).toBe(0), { timeout: 60_000 })
    expect(receiver.closed).toBe(1)
  })

  test('[WH-18] close ends what is in flight and what waits, and refuses what comes', async () => {
    const receiver = await receive(() => {})
    const egress = egressWith({ allow, connectionsPerOrigin: 1 })
    const sends = [1, 2, 3].map(() => send(egress, receiver.url))
    await vi.waitFor(() => expect(receiver.requests).toHaveLength(1), { timeout: 60_000 })
    await egress.close()
    for (const outcome of await Promise.all(sends)) {
      expect(outcome.error?.code).toBe('egress_closed')
    }
    expect((await send(egress, receiver.url)).error?.code).toBe('egress_closed')
    expect(receiver.connections).toBe(1)
  })
})
