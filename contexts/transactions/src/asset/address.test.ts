import fc from 'fast-check'
import { expect, test } from 'vitest'
import { vectors } from '../vectors.fixture.ts'
import { readAddress, shownAddress } from './address.rules.ts'
import { base58check as withChecksum } from './address-checksum.rules.ts'
import { addressHint, addressKey } from './address-key.ts'
import { chainNamed } from './network.rules.ts'

const chainOf = (name: string) => {
  const chain = chainNamed(name)
  if (!chain) throw new Error(`No chain ${name}`)
  return chain
}
const read = (network: string, text: string, tag?: string) =>
  readAddress(chainOf(network), text, tag)
const addressOf = (network: string, text: string, tag?: string) => {
  const answer = read(network, text, tag)
  if (!answer.ok) throw new Error(`${text}: ${answer.problem}`)
  return answer.value
}
const testnet = 'bip122:000000000933ea01ad0ee984209779ba'

const { valid, invalid }: Record<'valid' | 'invalid', { address: string; why?: string }[]> =
  vectors('bip350.json')

test.each(valid)('[TX-01] BIP-350: $address is an address', ({ address }) => {
  const network = /^tb/i.test(address) ? testnet : 'bitcoin'
  expect(read(network, address)).toMatchObject({
    value: { address: address.toLowerCase(), checked: true },
  })
  expect(read(network === testnet ? 'bitcoin' : testnet, address).ok).toBe(false)
})

test.each(invalid)('[TX-01] BIP-350: $address is none ($why)', ({ address }) => {
  for (const network of ['bitcoin', testnet]) expect(read(network, address).ok).toBe(false)
})

test.each<string>(vectors('eip55.json').valid)('[TX-01] EIP-55: %s', (address) => {
  const value = addressOf('polygon', address)
  expect(value.address).toBe(address.toLowerCase())
  expect(addressOf('polygon', address.toLowerCase())).toEqual(value)
  expect(shownAddress(value).toLowerCase()).toBe(value.address)
  // Wherever both cases stand, the checksum is the address itself.
  const digits = address.slice(2)
  const swapped = `0x${digits.replace(/[a-zA-Z]/, (sign) => (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()))}`
  const isMixed = /[a-f]/.test(swapped.slice(2)) && /[A-F]/.test(swapped.slice(2))
  if (isMixed) expect(read('polygon', swapped)).toEqual({ ok: false, problem: 'BAD_ADDRESS' })
  if (/[a-f]/.test(digits) && /[A-F]/.test(digits)) expect(shownAddress(value)).toBe(address)
})

const good: [network: string, text: string, normal?: string, tag?: string][] = [
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['litecoin', withChecksum.encode(Uint8Array.of(0x32, ...new Uint8Array(20)))],
  [
    'bitcoin-cash',
    'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
    'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  ],
  [
    'bitcoin-cash',
    'QPM2QSZNHKS23Z7629MMS6S4CWEF74VCWVY22GDX6A',
    'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  ],
  [
    'bitcoin-cash',
    '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu',
    'qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  ],
  [
    'bitcoin-cash',
    '3CWFddi6m4ndiGyKqzYvsFYagqDLPVMTzC',
    'ppm2qsznhks23z7629mms6s4cwef74vcwvn0h829pq',
  ],
  ['dogecoin', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['xrpl', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
  ['xrpl', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaB5hJDWMArnXr61cqZ', 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'],
  [
    'xrpl',
    'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu',
    'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59',
    '1',
  ],
  ['stellar', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  [
    'stellar',
    'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ',
    'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ',
    '0',
  ],
  ['tron', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['cosmos', 'cosmos1t2uflqwqe0fsj0shcfkrvpukewcw40yjj6hdc0'],
  [
    'cardano',
    'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x',
  ],
  ['cardano', 'addr1vx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzers66hrl8'],
  ['polkadot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ['algorand', `${'A'.repeat(52)}Y5HFKQ`],
  ['tezos', 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb'],
  ['hedera', '0.0.123-vfmkw', '0.0.123'],
  ['hedera', '0.0.1234567890-zbhlt', '0.0.1234567890'],
  [
    'ton',
    'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8',
  ],
]

test.each(good)('[TX-01] %s: %s', (network, text, normal = text, tag) => {
  const value = addressOf(network, text)
  expect(value).toMatchObject({ address: normal, tag: tag ?? null, checked: true })
  expect(addressOf(network, value.address, tag), 'the normal form is its own').toEqual(value)
})

test.each(good)('[TX-01] one wrong sign in %s %s is refused', (network, text) => {
  // The last sign of a hex address is part of it; everywhere else a checksum sees any change.
  if (network === 'solana') return
  const at = network === 'hedera' ? text.length - 1 : Math.floor(text.length / 2)
  const other = text[at] === 'a' ? 'c' : text[at] === 'A' ? 'C' : /[A-Z]/.test(text) ? 'A' : 'a'
  const wrong = `${text.slice(0, at)}${other}${text.slice(at + 1)}`
  const answer = read(network, wrong)
  expect(answer).toEqual({ ok: false, problem: 'BAD_ADDRESS' })
})

test('[TX-01] a Bitcoin Cash address of any size is one, of a key or a script, and none of another size', () => {
  const charset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  const generators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]
  const prefix = [...'bitcoincash'].map((sign) => sign.charCodeAt(0) & 31)
  const remainder = (words: readonly number[]) =>
    words.reduce((sum, word) => {
      const next = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(word)
      return generators.reduce(
        (all, one, bit) => ((sum >> BigInt(35 + bit)) & 1n ? all ^ one : all),
        next,
      )
    }, 1n) ^ 1n
  const encoded = (version: number, size: number) => {
    const bytes = [version, ...new Uint8Array(size).fill(7)]
    const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('')
    const words = (bits.match(/.{1,5}/g) ?? []).map((five) =>
      Number.parseInt(five.padEnd(5, '0'), 2),
    )
    const sum = remainder([...prefix, 0, ...words, ...new Uint8Array(8)])
    const check = [7, 6, 5, 4, 3, 2, 1, 0].map((n) => Number((sum >> BigInt(n * 5)) & 31n))
    return [...words, ...check].map((word) => charset[word]).join('')
  }
  for (const [code, size] of [20, 24, 28, 32, 40, 48, 56, 64].entries()) {
    for (const kind of [0, 8, 16, 24]) {
      const text = encoded(kind | code, size)
      expect(read('bitcoin-cash', text), text).toMatchObject({ ok: true })
    }
    for (const wrong of [
      encoded(code, size - 1),
      encoded(code, size + 1),
      encoded(32 | code, size),
    ])
      expect(read('bitcoin-cash', wrong), wrong).toEqual({ ok: false, problem: 'BAD_ADDRESS' })
  }
})

test('[TX-01] Litecoin’s old script addresses are the new ones', () => {
  const hash = new Uint8Array(20).fill(7)
  const old = withChecksum.encode(Uint8Array.of(0x05, ...hash))
  const present = withChecksum.encode(Uint8Array.of(0x32, ...hash))
  expect(addressOf('litecoin', old)).toEqual(addressOf('litecoin', present))
  expect(present.startsWith('M')).toBe(true)
})

test('[TX-01] a tag stands in the address, beside it or in a query; two must agree', () => {
  const classic = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
  for (const value of [
    addressOf('xrpl', classic, '1'),
    addressOf('xrpl', classic, '0001'),
    addressOf('xrpl', `${classic}?dt=1`),
    addressOf('xrpl', `${classic}?dt=1`, '1'),
    addressOf('xrpl', 'X7AcgcsBL6XDcUb289X4mJ8djcdyKaGZMhc9YTE92ehJ2Fu', '1'),
  ])
    expect(value).toMatchObject({ address: classic, tag: '1' })
  const problemOf = (...args: Parameters<typeof read>) => {
    const answer = read(...args)
    return answer.ok ? null : answer.problem
  }
  expect(problemOf('xrpl', `${classic}?dt=1`, '2')).toBe('TWO_TAGS')
  expect(problemOf('xrpl', classic, '4294967296')).toBe('BAD_TAG')
  expect(problemOf('xrpl', classic, 'Jo')).toBe('BAD_TAG')
  expect(problemOf('xrpl', classic, '')).toBe('BAD_TAG')
  expect(problemOf('bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1')).toBe('TAG_NOT_USED')
  const stellar = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'
  for (const memo of ['x'.repeat(28), 'é'.repeat(14), '0123456789abcdef'.repeat(4)])
    expect(addressOf('stellar', stellar, memo).tag).toBe(memo)
  for (const memo of ['x'.repeat(29), 'é'.repeat(15), '0123456789abcdef'.repeat(3)])
    expect(problemOf('stellar', stellar, memo), memo).toBe('BAD_TAG')
  expect(addressOf('hedera', '0.0.123?memo=a%20b')).toMatchObject({ tag: 'a b' })
})

test('[TX-01] where the form is not known, 1 to 256 visible characters pass, unchecked', () => {
  expect(addressOf('starknet:SN_MAIN', '0x02dd')).toMatchObject({ checked: false })
  for (const text of ['', 'a b', 'a\n', 'é', 'x'.repeat(257)])
    expect(read('starknet:SN_MAIN', text).ok, text).toBe(false)
})

test('[TX-01] no text makes the reading of an address fail', () => {
  const networks = [...new Set(good.map(([network]) => network)), 'ethereum']
  fc.assert(
    fc.property(fc.constantFrom(...networks), fc.string({ maxLength: 150 }), (network, text) => {
      expect(read(network, text).ok).toBeTypeOf('boolean')
    }),
  )
})

test('[TX-01] an address is kept as a key that its chain, tag and the pepper change, its spelling not', () => {
  const pepper = new Uint8Array(32).fill(1)
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  const keyOf = (network: string, text: string, tag?: string, secret = pepper) =>
    hex(addressKey(secret, addressOf(network, text, tag)))
  const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const xrp = 'r9cZA1mLK5R5Am25ArfXFmqgNwjZgnfk59'
  expect(keyOf('ethereum', evm)).toBe(keyOf('ethereum', evm.toLowerCase()))
  const keys = [
    ...[keyOf('ethereum', evm), keyOf('polygon', evm)],
    ...[keyOf('xrpl', xrp), keyOf('xrpl', xrp, '0'), keyOf('xrpl', xrp, '1')],
    keyOf('xrpl', xrp, '1', new Uint8Array(32).fill(2)),
  ]
  expect(new Set(keys).size).toBe(keys.length)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{64}$/)
  const hintOf = (network: string) => hex(addressHint(pepper, addressOf(network, evm)))
  expect(hintOf('ethereum')).toBe(hintOf('polygon'))
  expect(() => addressHint(new Uint8Array(8), addressOf('ethereum', evm))).toThrow('32 bytes')
})
