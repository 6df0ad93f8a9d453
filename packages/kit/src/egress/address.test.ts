import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ADMIN_PORTS, checkUrl, isPublicAddress, parseSubnets } from './address.ts'

const rules = { allow: [], httpsOnly: false, denyHosts: [], denyPorts: ADMIN_PORTS }

const NOT_PUBLIC = [
  '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.100.100.200',
  '127.0.0.1', '127.255.255.254', '168.63.129.16', '169.254.169.254', '172.16.0.1',
  '172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.0.1',
  '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
  '::', '::1', '::7f00:1', '::ffff:127.0.0.1', '::ffff:a00:1', '::ffff:a83f:8110',
  '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '100::1',
  '2001::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '2002:808:808::', '3fff::1', '4000::1',
  '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1',
] // biome-ignore format: a table reads better in rows

const PUBLIC = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111']

/** First and last address of every IPv4 block that is not public. */
const PRIVATE_BLOCKS: [number, number][] = [
  [0x00000000, 0x00ffffff],
  [0x0a000000, 0x0affffff],
  [0x64400000, 0x647fffff],
  [0x7f000000, 0x7fffffff],
  [0xa9fe0000, 0xa9feffff],
  [0xac100000, 0xac1fffff],
  [0xc0a80000, 0xc0a8ffff],
  [0xc6120000, 0xc613ffff],
  [0xe0000000, 0xffffffff],
]

const octets = (n: number): [number, number, number, number] => [
  n >>> 24,
  (n >>> 16) & 255,
  (n >>> 8) & 255,
  n & 255,
]
const hex16 = (n: number): string => `${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}`
const wide = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

/** Every way that we know of to write an IPv4 address as the host of a URL. */
const SPELLINGS: Record<string, (n: number) => string> = {
  dotted: (n) => octets(n).join('.'),
  'trailing dot': (n) => `${octets(n).join('.')}.`,
  integer: (n) => String(n),
  'hex integer': (n) => `0x${n.toString(16)}`,
  'octal integer': (n) => `0${n.toString(8)}`,
  'hex parts': (n) =>
    octets(n)
      .map((part) => `0x${part.toString(16)}`)
      .join('.'),
  'octal parts': (n) =>
    octets(n)
      .map((part) => `0${part.toString(8)}`)
      .join('.'),
  'two parts': (n) => `${n >>> 24}.${n & 0xffffff}`,
  'three parts': (n) => `${n >>> 24}.${(n >>> 16) & 255}.${n & 0xffff}`,
  'full width': (n) => wide(octets(n).join('.')),
  'ideographic dots': (n) => octets(n).join('。'),
  'percent-encoded': (n) =>
    [...octets(n).join('.')].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''),
  'mapped, dotted': (n) => `[::ffff:${octets(n).join('.')}]`,
  'mapped, hex': (n) => `[::ffff:${hex16(n)}]`,
  'mapped, long': (n) => `[0:0:0:0:0:ffff:${hex16(n)}]`,
  compatible: (n) => `[::${hex16(n)}]`,
  NAT64: (n) => `[64:ff9b::${hex16(n)}]`,
  'local NAT64': (n) => `[64:ff9b:1::${hex16(n)}]`,
  '6to4': (n) => `[2002:${hex16(n)}::1]`,
  Teredo: (n) => `[2001:0:${hex16(n)}::1]`,
}

const privateIp = fc
  .constantFrom(...PRIVATE_BLOCKS)
  .chain(([first, last]) => fc.integer({ min: first, max: last }))

describe('[WH-18] addresses', () => {
  test.each(NOT_PUBLIC)('[WH-18] %s is not public', (ip) => {
    expect(isPublicAddress(ip)).toBe(false)
  })

  test.each(PUBLIC)('[WH-18] %s is public', (ip) => {
    expect(isPublicAddress(ip)).toBe(true)
  })

  test.each(['', 'localhost', '0x7f.1', '127.1', '8.8.8.8.', '8.8.8.8/32'])(
    '[WH-18] "%s" is no canonical address and not public',
    (text) => {
      expect(isPublicAddress(text)).toBe(false)
    },
  )

  test.each(Object.entries(SPELLINGS))(
    '[WH-18] a private IPv4 address is refused when written as %s',
    (_name, spell) => {
      fc.assert(
        fc.property(privateIp, fc.constantFrom('http', 'https'), (ip, scheme) => {
          expect(checkUrl(`${scheme}://${spell(ip)}/hook`, rules).ok).toBe(false)
        }),
        { numRuns: 300 },
      )
    },
  )

  test('[WH-18] the spellings of a public address lead to that address', () => {
    for (const name of ['dotted', 'integer', 'hex parts', 'octal parts', 'full width']) {
      const url = `http://${SPELLINGS[name]?.(0x08080808)}/`
      expect(checkUrl(url, rules)).toMatchObject({ ok: true, origin: 'http://8.8.8.8' })
    }
  })
})

describe('[WH-18] allowed subnets', () => {
  test('[WH-18] open exactly what they name', () => {
    const allow = parseSubnets(' 127.0.0.1/32, ::1/128 ,10.1.0.0/16,192.168.7.7')
    expect(allow).toHaveLength(4)
    for (const ip of [
      '127.0.0.1',
      '::ffff:127.0.0.1',
      '::1',
      '10.1.2.3',
      '192.168.7.7',
      '8.8.8.8',
    ]) {
      expect(isPublicAddress(ip, allow)).toBe(true)
    }
    for (const ip of ['127.0.0.2', '::2', '10.2.0.1', '192.168.7.8', '64:ff9b::7f00:1']) {
      expect(isPublicAddress(ip, allow)).toBe(false)
    }
  })

  test('[WH-18] an empty list opens nothing', () => {
    expect(parseSubnets('')).toEqual([])
  })

  test.each([
    'localhost',
    '10.0.0.0/33',
    '::1/129',
    '10.0.0.0/',
    '10.0.0.0/8/8',
    '10/8',
    '1.1.1.1/-1',
  ])('[WH-18] "%s" is refused by name', (text) => {
    expect(() => parseSubnets(`127.0.0.1/32,${text}`)).toThrow(`"${text}" is not a subnet`)
  })
})

describe('[WH-18] URLs', () => {
  test.each([
    ['not a url', 'url_invalid'],
    ['http://', 'url_invalid'],
    ['ftp://example.com/', 'url_scheme'],
    ['file:///etc/passwd', 'url_scheme'],
    ['javascript:alert(1)', 'url_scheme'],
    ['unix:/var/run/docker.sock', 'url_scheme'],
    ['http://example.com:22/', 'url_port'],
    ['http://example.com:0/', 'url_port'],
    ['http://example.com:81/', 'url_port'],
    ['https://example.com:5432/', 'url_port'],
    ['https://example.com:2375/', 'url_port'],
  ])('[WH-18] %s: %s', (url, reason) => {
    expect(checkUrl(url, rules)).toEqual({ ok: false, reason })
  })

  test('[WH-18] https only refuses http', () => {
    const https = { ...rules, httpsOnly: true }
    expect(checkUrl('http://example.com/', https)).toEqual({ ok: false, reason: 'url_https_only' })
    expect(checkUrl('https://example.com/', https).ok).toBe(true)
  })

  test.each(['countersign.test', 'COUNTERSIGN.test.', 'api.countersign.test', 'only.test'])(
    '[WH-18] our own host %s is refused',
    (host) => {
      const own = { ...rules, denyHosts: ['.countersign.test', 'only.test'] }
      expect(checkUrl(`https://${host}/`, own)).toEqual({ ok: false, reason: 'url_host' })
    },
  )

  test('[WH-18] a name that only resembles our own passes', () => {
    const own = { ...rules, denyHosts: ['.countersign.test', 'only.test'] }
    expect(checkUrl('https://mycountersign.test/', own).ok).toBe(true)
    expect(checkUrl('https://below.only.test/', own).ok).toBe(true)
  })

  test('[WH-18] user and password become Basic auth and leave the URL; the fragment goes', () => {
    expect(checkUrl('https://us%40er:p%25:w@Example.com:443/a b?q=1#x', rules)).toEqual({
      ok: true,
      url: 'https://example.com/a%20b?q=1',
      origin: 'https://example.com',
      path: '/a%20b?q=1',
      authorization: `Basic ${Buffer.from('us@er:p%:w').toString('base64')}`,
    })
  })
})
