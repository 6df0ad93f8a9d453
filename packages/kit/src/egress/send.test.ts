import { once } from 'node:events'
import { createServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { parseSubnets } from './address.ts'
import { makeCert, type TestCert } from './cert.fixture.ts'
import { createEgress, type Egress, type EgressOptions, type EgressRequest } from './egress.ts'
import { type Behaviour, drip, ok, type Receiver, startReceiver } from './receiver.fixture.ts'
import { KEPT_BYTES, READ_BYTES } from './send.ts'
import { SEND_ERRORS } from './send-errors.ts'

const loopback = parseSubnets('127.0.0.1/32,::1/128')
const cleanups: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

const receive = async (
  behave: Behaviour,
  options?: Parameters<typeof startReceiver>[1],
): Promise<Receiver> => {
  const receiver = await startReceiver(behave, options)
  cleanups.push(() => receiver.close())
  return receiver
}

const egressWith = (options: Partial<EgressOptions> = {}): Egress => {
  const egress = createEgress({ allow: loopback, httpsOnly: false, ...options })
  cleanups.push(() => egress.close())
  return egress
}

const post = (url: string, more: Partial<EgressRequest> = {}): EgressRequest => ({
  method: 'POST',
  url,
  headers: ['content-type', 'application/json'],
  body: '{"a":1}',
  timeoutMs: 5000,
  ...more,
})

const head = (lines: string): string => `HTTP/1.1 200 OK\r\n${lines}\r\n\r\n`

describe('[WH-18] a request on the wire', () => {
  test('[WH-18] headers keep order and spelling, the body its bytes', async () => {
    const receiver = await receive(ok)
    const headers = ['Webhook-Id', 'msg_1', 'content-type', 'application/json', 'X-MiXed', 'v']
    const outcome = await egressWith().send(
      post(`${receiver.url}?q=a%20b`, { headers, body: '"é"' }),
    )
    expect(outcome).toMatchObject({ status: 200, error: null, truncated: false })
    expect(outcome.body.toString()).toBe('ok')
    expect(outcome.durationMs).toBeGreaterThan(0)
    expect(Buffer.from(receiver.requests[0] ?? '', 'latin1').toString()).toBe(
      [
        'POST /hook?q=a%20b HTTP/1.1',
        `host: 127.0.0.1:${receiver.port}`,
        'connection: keep-alive',
        'Webhook-Id: msg_1',
        'content-type: application/json',
        'X-MiXed: v',
        'accept-encoding: identity',
        'content-length: 4',
        '',
        '"é"',
      ].join('\r\n'),
    )
  })

  test('[WH-18] response headers are given, retry-after among them', async () => {
    const receiver = await receive((socket) => {
      socket.write('HTTP/1.1 429 Slow\r\nRetry-After: 7\r\ncontent-length: 0\r\n\r\n')
    })
    const outcome = await egressWith().send(post(receiver.url, { method: 'PUT' }))
    expect(outcome).toMatchObject({ status: 429, error: null })
    expect(outcome.headers['retry-after']).toBe('7')
    expect(receiver.requests[0]).toMatch(/^PUT /)
  })

  test("[WH-18] user and password of the URL become Basic auth; the caller's header wins", async () => {
    const receiver = await receive(ok)
    const egress = egressWith()
    const url = receiver.url.replace('//', '//us:pa%20ss@')
    await egress.send(post(url, { headers: ['Accept-Encoding', 'br'] }))
    await egress.send(post(url, { headers: ['Authorization', 'Bearer t'] }))
    const basic = Buffer.from('us:pa ss').toString('base64')
    expect(receiver.requests[0]).toContain(`\r\nauthorization: Basic ${basic}\r\n`)
    expect(receiver.requests[0]).not.toContain('identity')
    expect(receiver.requests[1]).toContain('\r\nAuthorization: Bearer t\r\n')
    expect(receiver.requests[1]).not.toContain('Basic')
  })

  test.each([
    ['another host', ['Host', 'internal.example']],
    ['a line break', ['x-a', 'b\r\nx-c: d']],
    ['a bad name', ['x a', 'b']],
    ['a framing header', ['Transfer-Encoding', 'chunked']],
  ])('[WH-18] %s in the headers is invalid_request, nothing is sent', async (_what, headers) => {
    const receiver = await receive(ok)
    const outcome = await egressWith().send(post(receiver.url, { headers }))
    expect(outcome).toMatchObject({ status: 0, error: { code: 'invalid_request' } })
    expect(receiver.requests).toEqual([])
  })
})

const gzipBomb = gzipSync(Buffer.alloc(10_000_000))

describe('[WH-18] a receiver that misbehaves', () => {
  const hostile: [string, keyof typeof SEND_ERRORS, Behaviour][] = [
    ['hangs', 'timeout_total', () => {}],
    [
      'drips header bytes',
      'timeout_total',
      (s) => {
        s.write('HTTP/1.1 200 OK\r\n')
        drip(s, 'x: y\r\n', 20)
      },
    ],
    [
      'drips a body',
      'timeout_total',
      (s) => {
        s.write(head('content-length: 9999'))
        drip(s, 'x', 20)
      },
    ],
    [
      'drips a chunked body',
      'timeout_total',
      (s) => {
        s.write(head('transfer-encoding: chunked'))
        drip(s, '1\r\nx\r\n', 20)
      },
    ],
    [
      'drips a header value',
      'timeout_total',
      (s) => {
        s.write('HTTP/1.1 200 OK\r\nx: ')
        drip(s, 'y', 20)
      },
    ],
    [
      'floods with interim answers',
      'timeout_total',
      (s) => drip(s, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n', 5),
    ],
    ['says 100 and nothing else', 'timeout_total', (s) => s.write('HTTP/1.1 100 Continue\r\n\r\n')],
    ['floods with 100', 'timeout_total', (s) => drip(s, 'HTTP/1.1 100 Continue\r\n\r\n', 5)],
    [
      'never ends a 100',
      'response_header_too_large',
      (s) => s.write(`HTTP/1.1 100 Continue\r\nx: ${'y'.repeat(17_000)}`),
    ],
    [
      'switches protocols',
      'response_malformed',
      (s) => s.write('HTTP/1.1 101 Up\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    ],
    [
      'sends 20 KB of headers',
      'response_header_too_large',
      (s) => s.write(head(`x: ${'y'.repeat(20_000)}`)),
    ],
    [
      'sends 3,000 headers',
      'response_header_too_large',
      (s) => s.write(head('x-aaaaa: y\r\n'.repeat(3000).trim())),
    ],
    ['speaks another protocol', 'response_malformed', (s) => s.write('220 mail ready\r\n')],
    [
      'frames twice',
      'response_incomplete',
      (s) => s.write(`${head('content-length: 3\r\ntransfer-encoding: chunked')}0\r\n\r\n`),
    ],
    [
      'sends a bad chunk',
      'response_malformed',
      (s) => s.write(`${head('transfer-encoding: chunked')}zz\r\n`),
    ],
    [
      'resets mid-body',
      'response_incomplete',
      (s) => {
        s.write(head('content-length: 99'))
        setTimeout(() => s.resetAndDestroy(), 50)
      },
    ],
    ['ends mid-body', 'response_incomplete', (s) => s.end(`${head('content-length: 99')}abc`)],
    [
      'ends mid-body, announced',
      'response_incomplete',
      (s) => s.end(`${head('connection: close\r\ncontent-length: 99')}abc`),
    ],
    ['ends mid-header', 'response_incomplete', (s) => s.end('HTTP/1.1 200 OK\r\nx: ')],
    ['resets at once', 'connection_reset', (s) => s.resetAndDestroy()],
    ['ends at once', 'connection_reset', (s) => s.end()],
  ]

  test.each([
    ['once', ['HTTP/1.1 100 Continue\r\n\r\n']],
    [
      'twice, with a header',
      ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\na: b\r\n\r\n'],
    ],
    ['in pieces', ['HTT', 'P/1.1 1', '00 Continue\r\n', '\r', '\n']],
  ])('[WH-18] 100 Continue before each answer is passed over: %s', async (_, pieces) => {
    const body = 'HTTP/1.1 100 in a body stays'
    const receiver = await receive(async (socket) => {
      for (const piece of [
        ...pieces,
        'HTTP/1.1 20',
        `0 OK\r\ncontent-length: ${body.length}\r\n\r\n`,
        body,
      ]) {
        socket.write(piece)
        await new Promise((resolve) => {
          setTimeout(resolve, 2)
        })
      }
    })
    const egress = egressWith()
    for (let turn = 0; turn < 2; turn++) {
      const outcome = await egress.send(post(receiver.url))
      expect([outcome.status, outcome.error, outcome.body.toString()]).toEqual([200, null, body])
    }
    expect(receiver.connections).toBe(1)
  })

  test.each(hostile)('[WH-18] %s: %s', async (_what, code, behave) => {
    const receiver = await receive(behave)
    const egress = egressWith()
    const outcome = await egress.send(post(receiver.url, { timeoutMs: 300 }))
    expect(outcome).toMatchObject({ status: 0, error: { code, message: SEND_ERRORS[code] } })
    expect(outcome.body).toHaveLength(0)
    if (code === 'timeout_total') expect(outcome.durationMs).toBeGreaterThanOrEqual(300)
    // Nothing of it stays: no socket, no slot, no deadline.
    await vi.waitFor(() => expect(receiver.closed).toBe(receiver.connections), { timeout: 60_000 })
    expect(egress.stats()).toEqual({ origins: 0, connections: 0, waiting: 0, pending: 0 })
  })

  test('[WH-18] endless body: 64 KiB are read, 20,000 bytes kept, and it counts', async () => {
    const receiver = await receive((socket) => {
      socket.write(head('transfer-encoding: chunked'))
      drip(socket, `4000\r\n${'x'.repeat(0x4000)}\r\n`, 5)
    })
    const outcome = await egressWith().send(post(receiver.url))
    expect(outcome).toMatchObject({ status: 200, error: null, truncated: true })
    expect(outcome.body.toString()).toBe('x'.repeat(KEPT_BYTES))
    await vi.waitFor(() => expect(receiver.closed).toBe(1), { timeout: 60_000 })
  })

  test('[WH-18] a body of exactly 64 KiB is read to its end and its connection kept', async () => {
    const body = 'x'.repeat(READ_BYTES)
    const receiver = await receive((s) => s.write(head(`content-length: ${body.length}`) + body))
    const egress = egressWith()
    for (let i = 0; i < 2; i += 1) {
      const outcome = await egress.send(post(receiver.url))
      expect(outcome).toMatchObject({ status: 200, truncated: true })
      expect(outcome.body).toHaveLength(KEPT_BYTES)
    }
    expect(receiver.connections).toBe(1)
  })

  test('[WH-18] compressed bytes are kept as they are', async () => {
    const receiver = await receive((socket) => {
      socket.write(head(`content-encoding: gzip\r\ncontent-length: ${gzipBomb.length}`))
      socket.write(gzipBomb)
    })
    const outcome = await egressWith().send(post(receiver.url))
    expect(outcome.error).toBeNull()
    expect(outcome.body.equals(gzipBomb.subarray(0, KEPT_BYTES))).toBe(true)
  })

  test('[WH-18] a redirect is the answer, its target is never asked', async () => {
    const canary = await receive(ok)
    const receiver = await receive((socket) => {
      socket.write(`HTTP/1.1 302 Found\r\nlocation: ${canary.url}\r\ncontent-length: 0\r\n\r\n`)
    })
    const outcome = await egressWith().send(post(receiver.url))
    expect(outcome).toMatchObject({ status: 302, error: null })
    expect(canary.connections).toBe(0)
  })

  test.each([
    ['204 with a body', 'HTTP/1.1 204 No Content\r\ncontent-length: 5\r\n\r\nhello', 204],
    ['204 with stray bytes', 'HTTP/1.1 204 No Content\r\n\r\nhello', 204],
    ['more than its length', `${head('content-length: 2')}okHTTP/1.1 500 Forged\r\n\r\n`, 200],
  ])(
    '[WH-18] %s: the answer counts, the rest never answers the next request',
    async (_what, bytes, status) => {
      const receiver = await receive((socket) => socket.write(bytes))
      const egress = egressWith()
      expect(await egress.send(post(receiver.url))).toMatchObject({ status, error: null })
      expect(await egress.send(post(receiver.url))).toMatchObject({ status, error: null })
      expect(receiver.connections).toBe(2)
    },
  )

  test('[WH-18] an interim answer before the real one is passed over', async () => {
    const receiver = await receive((socket, nth) => {
      socket.write('HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n')
      ok(socket, nth)
    })
    expect(await egressWith().send(post(receiver.url))).toMatchObject({ status: 200, error: null })
  })
})

describe('[WH-18] one more try', () => {
  test('[WH-18] a fresh connection that fails at once is tried twice, not more', async () => {
    const receiver = await receive((socket) => socket.resetAndDestroy())
    await egressWith().send(post(receiver.url))
    expect(receiver.connections).toBe(2)
  })

  test('[WH-18] a failure after the first second is final', async () => {
    const receiver = await receive((socket) => {
      setTimeout(() => socket.destroy(), 1100)
    })
    const outcome = await egressWith().send(post(receiver.url))
    expect(outcome.error?.code).toBe('connection_reset')
    expect(receiver.connections).toBe(1)
  })

  test('[WH-18] a kept-alive connection that went stale is replaced at any time', async () => {
    const receiver = await receive((socket, nth) => {
      if (nth === 1) ok(socket, nth)
      else setTimeout(() => socket.destroy(), 1100)
    })
    const egress = egressWith()
    expect(await egress.send(post(receiver.url))).toMatchObject({ status: 200 })
    expect(await egress.send(post(receiver.url))).toMatchObject({ status: 200, error: null })
    expect(receiver.connections).toBe(2)
    expect(receiver.requests).toHaveLength(3)
  })

  test('[WH-18] once part of an answer came it is not repeated', async () => {
    const receiver = await receive((socket) => socket.end('HTTP/1.1 20'))
    const outcome = await egressWith().send(post(receiver.url))
    expect(outcome.error?.code).toBe('response_incomplete')
    expect(receiver.requests).toHaveLength(1)
  })

  test('[WH-18] a port where nobody listens: connect_refused', async () => {
    const receiver = await startReceiver(ok)
    await receiver.close()
    const outcome = await egressWith().send(post(receiver.url))
    expect(outcome).toMatchObject({ status: 0, error: { code: 'connect_refused' } })
  })
})

describe('[WH-18] TLS', () => {
  const authority = makeCert({ names: ['authority.test'] })
  const good = makeCert({ names: ['receiver.test'], by: authority })
  const expired = makeCert({
    names: ['receiver.test'],
    by: authority,
    notAfter: new Date('2021-01-01'),
  })
  const alone = makeCert({ names: ['receiver.test'] })
  const secure = async (cert: TestCert): Promise<[Receiver, string]> => {
    const receiver = await receive(ok, { tls: cert })
    return [receiver, `https://receiver.test:${receiver.port}/hook`]
  }
  const lookup = async (): Promise<string[]> => ['127.0.0.1']
  const startPlain = async (): Promise<number> => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanups.push(async () => void server.close())
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  }
  const egressTls = (): Egress => egressWith({ lookup, ca: authority.cert, httpsOnly: true })

  test('[WH-18] a trusted certificate passes, with the name as host', async () => {
    const [receiver, url] = await secure(good)
    const egress = egressTls()
    expect(await egress.send(post(url))).toMatchObject({ status: 200, error: null })
    expect(await egress.send(post(url))).toMatchObject({ status: 200, error: null })
    expect(receiver.requests[0]).toContain(`host: receiver.test:${receiver.port}\r\n`)
    expect(receiver.connections).toBe(1)
  })

  test.each([
    ['self-signed', 'tls_invalid', alone, 'receiver.test'],
    ['expired', 'tls_expired', expired, 'receiver.test'],
    ['for another host', 'tls_wrong_host', good, 'other.test'],
    ['for a name, met by address', 'tls_wrong_host', good, '127.0.0.1'],
  ])('[WH-18] a certificate that is %s: %s', async (_what, code, cert, host) => {
    const [receiver, url] = await secure(cert)
    const outcome = await egressTls().send(post(url.replace('receiver.test', host)))
    expect(outcome).toMatchObject({ status: 0, error: { code } })
    expect(receiver.requests).toEqual([])
  })

  test('[WH-18] without the authority it is not trusted, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const [, url] = await secure(good)
    const outcome = await egressWith({ lookup }).send(post(url))
    vi.unstubAllEnvs()
    expect(outcome.error?.code).toBe('tls_invalid')
  })

  test('[WH-18] a receiver that does not speak TLS: tls_invalid', async () => {
    const receiver = await startPlain()
    const outcome = await egressTls().send(post(`https://receiver.test:${receiver}/`))
    expect(outcome).toMatchObject({ status: 0, error: { code: 'tls_invalid' } })
  })

  test('[WH-18] a handshake that never comes: connect_timeout', async () => {
    const receiver = await receive(() => {})
    const egress = egressWith({ lookup, connectTimeoutMs: 200 })
    const outcome = await egress.send(post(`https://receiver.test:${receiver.port}/`))
    expect(outcome).toMatchObject({ status: 0, error: { code: 'connect_timeout' } })
  })
})
