import { ownershipTypedData } from '@countersign/contracts/transactions'
import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base32, base58, base64, bech32, createBase58check } from '@scure/base'
import { expect, test } from 'vitest'
import { vectors } from '../vectors.fixture.ts'
import { hash160 } from './bip322.rules.ts'
import { isSigned, typesFor } from './signature.rules.ts'

type Signed = { message: string; address: string; type: string; bip322_signatures: string[] }
type Wrong = { description: string; message: string; address: string; signature: string }
const files = ['bip322-basic.json', 'bip322-generated.json'].map(
  (name) => vectors(name) as { simple: Signed[]; full?: Signed[]; error: Wrong[] },
)
const all = files.flatMap(({ simple, full = [] }) => [...simple, ...full])
const oneKey = ['p2wpkh', 'p2tr', 'p2pkh', 'p2sh-p2wpkh']
const ours = all.filter(({ type }) => oneKey.includes(type))

test.each(ours)(
  '[TX-06] BIP-322 vector: $type $address',
  ({ address, message, bip322_signatures: proofs }) => {
    for (const proof of proofs) {
      expect(isSigned('bip-322', { address, message, proof })).toBe(true)
      expect(isSigned('bip-322', { address, message: `${message}.`, proof })).toBe(false)
      expect(
        isSigned('bip-322', { address, message, proof: `${proof.slice(0, -8)}AAAAAAAA` }),
      ).toBe(false)
    }
  },
)

test('[TX-06] BIP-322: what the vectors call wrong is refused, and scripts that we do not run', () => {
  expect(new Set(ours.map(({ type }) => type))).toEqual(new Set(oneKey))
  for (const { address, message, signature: proof } of files.flatMap((file) => file.error))
    expect(isSigned('bip-322', { address, message, proof })).toBe(false)
  for (const { address, message, bip322_signatures: proofs, type } of all)
    if (!oneKey.includes(type))
      for (const proof of proofs)
        expect(isSigned('bip-322', { address, message, proof }), type).toBe(false)
})

test('[TX-06] BIP-322: the input of a P2PKH address is a signature and a key of the length it says', () => {
  const signed = ours.filter(({ type }) => type === 'p2pkh')
  expect(signed.length).toBeGreaterThan(0)
  for (const { address, message, bip322_signatures: proofs } of signed)
    for (const proof of proofs) {
      const [, form = '', body = ''] = /^(ful)(.+)$/.exec(proof) ?? []
      const bytes = base64.decode(body)
      const at = bytes.findLastIndex((byte, n) => byte === 33 && [2, 3].includes(bytes[n + 1] ?? 0))
      expect(at).toBeGreaterThan(0)
      bytes[at] = 34
      expect(isSigned('bip-322', { address, message, proof: form + base64.encode(bytes) })).toBe(
        false,
      )
    }
})

test('[TX-06] BIP-322: a P2PKH address has no witness, whatever the rest proves', () => {
  const signed = ours.filter(({ type }) => type === 'p2pkh')
  for (const { address, message, bip322_signatures: proofs } of signed)
    for (const proof of proofs) {
      const bytes = base64.decode(proof.slice(3))
      const [version, rest, lockTime] = [bytes.slice(0, 4), bytes.slice(4, -4), bytes.slice(-4)]
      const witness = Uint8Array.of(1, 1, 0xcc)
      const full = concatBytes(version, Uint8Array.of(0, 1), rest, witness, lockTime)
      const isProof = (text: string) => isSigned('bip-322', { address, message, proof: text })
      expect([isProof(proof), isProof(`ful${base64.encode(full)}`)]).toEqual([true, false])
    }
})

const secret = hexToBytes('11'.repeat(32))
const key = secp256k1.getPublicKey(secret, true)
const message = 'I own this wallet. Nonce: 5kQ'
const sign = (digest: Uint8Array) => {
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, {
    prehash: false,
    format: 'recovered',
  })
  return { recovery, rest: Uint8Array.from(rest) }
}
const personal = (name: string) => {
  const text = utf8ToBytes(message)
  return keccak_256(concatBytes(utf8ToBytes(`\x19${name} Signed Message:\n${text.length}`), text))
}
const account = keccak_256(secp256k1.getPublicKey(secret, false).slice(1)).slice(12)
const hex = ({ recovery, rest }: ReturnType<typeof sign>) =>
  `0x${bytesToHex(rest)}${(27 + recovery).toString(16)}`
const bitcoin = (() => {
  const text = utf8ToBytes(message)
  const whole = concatBytes(
    utf8ToBytes('\x18Bitcoin Signed Message:\n'),
    Uint8Array.of(text.length),
    text,
  )
  const { recovery, rest } = sign(sha256(sha256(whole)))
  return (header: number) => base64.encode(concatBytes(Uint8Array.of(header + recovery), rest))
})()
const check = createBase58check(sha256)
const hash = hash160(key)
const solana = ed25519.getPublicKey(secret)
const stellarBody = concatBytes(Uint8Array.of(6 << 3), solana)

test.each([
  ['eip-191', `0x${bytesToHex(account)}`, hex(sign(personal('Ethereum')))],
  ['tip-191', check.encode(concatBytes(Uint8Array.of(0x41), account)), hex(sign(personal('TRON')))],
  ['bip-137', check.encode(concatBytes(Uint8Array.of(0), hash)), bitcoin(31)],
  ['bip-322', check.encode(concatBytes(Uint8Array.of(0), hash)), bitcoin(31)],
  // P2SH-P2WPKH has no vector of the simple form: this one was made with bip322-js 3.0.0.
  [
    'bip-322',
    '3PFpzMLrKWsphFtc8BesF3MGPnimKMuF4x',
    'AkcwRAIgDz8Qn3cJQHshh+hybuA9HqdTxTYygbQ9SWe9kDYQFGsCIC3qgwOzp2niaKBNgwSXJS0pkr0lj2ayDerYTJXYVXuzASEDTzVb3LfMCvco7zzOuWFdkGhLtbLKX4WasPC3BAdYcao=',
  ],
  [
    'bip-137',
    check.encode(concatBytes(Uint8Array.of(5), hash160(concatBytes(Uint8Array.of(0, 20), hash)))),
    bitcoin(35),
  ],
  ['bip-137', bech32.encode('bc', [0, ...bech32.toWords(hash)]), bitcoin(39)],
  ['ed25519', base58.encode(solana), base58.encode(ed25519.sign(utf8ToBytes(message), secret))],
  [
    'xlm-ed25519',
    base32.encode(concatBytes(stellarBody, Uint8Array.of(0))).slice(0, 56),
    base64.encode(ed25519.sign(sha256(utf8ToBytes(`Stellar Signed Message:\n${message}`)), secret)),
  ],
] as const)('[TX-06] %s proves %s, for this message and address alone', (type, address, proof) => {
  expect(isSigned(type, { address, message, proof })).toBe(true)
  expect(isSigned(type, { address, message: `${message} `, proof })).toBe(false)
  const at = Math.floor(proof.length / 2)
  const other = proof[at] === '2' ? '3' : '2'
  const altered = proof.slice(0, at) + other + proof.slice(at + 1)
  expect(isSigned(type, { address, message, proof: altered })).toBe(false)
  expect(isSigned(type, { address, message, proof: '' })).toBe(false)
})

test('[TX-06] BIP-137: a header that no wallet writes proves nothing, nor does more than a signature', () => {
  const address = check.encode(
    concatBytes(Uint8Array.of(0), hash160(secp256k1.getPublicKey(secret, false))),
  )
  const proves = (proof: string) => isSigned('bip-137', { address, message, proof })
  expect(proves(bitcoin(27))).toBe(true)
  // The same recovery, four lower, and beyond the last.
  expect([proves(bitcoin(23)), proves(bitcoin(43))]).toEqual([false, false])
  const longer = concatBytes(base64.decode(bitcoin(27)), Uint8Array.of(0))
  expect(proves(base64.encode(longer))).toBe(false)
})

test('[TX-06] each network has its kinds of signature; where there is none, a declaration remains', () => {
  expect(typesFor('eip155:137')).toEqual(['eip-191', 'eip-712'])
  expect(typesFor('bip122:000000000019d6689c085ae165831e93')).toEqual(['bip-322', 'bip-137'])
  expect(typesFor('xrpl:0')).toEqual(['xrp-secp256k1', 'xrp-ed25519'])
  expect(typesFor('cosmos:cosmoshub-4')).toEqual([])
})

type Struct = readonly { readonly name: string; readonly type: string }[]
type Typed = {
  readonly types: Readonly<Record<string, Struct>>
  readonly primaryType: string
  readonly domain: object
  readonly message: object
}
/** EIP-712 of any data with texts, numbers, addresses and structures, to compare ours with. */
function digestOf({ types, primaryType, domain, message }: Typed): Uint8Array {
  const word = (hexa: string) => hexToBytes(hexa.padStart(64, '0'))
  const typeOf = (name: string) =>
    `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`
  const inner = (name: string): string[] =>
    (types[name] ?? []).flatMap(({ type }) => (types[type] ? [type, ...inner(type)] : []))
  const structOf = (name: string, value: object): Uint8Array =>
    keccak_256(
      concatBytes(
        keccak_256(
          utf8ToBytes([typeOf(name), ...[...new Set(inner(name))].toSorted().map(typeOf)].join('')),
        ),
        ...(types[name] ?? []).map((field) => {
          const given: unknown = Reflect.get(value, field.name)
          if (types[field.type]) return structOf(field.type, Object(given))
          if (field.type === 'string') return keccak_256(utf8ToBytes(String(given)))
          return word(typeof given === 'number' ? given.toString(16) : String(given).slice(2))
        }),
      ),
    )
  return keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 1),
      structOf('EIP712Domain', domain),
      structOf(primaryType, message),
    ),
  )
}

test('[TX-06] EIP-712 proves a wallet: our typed data hashes as the standard says', () => {
  // The example of the standard, with the digest that it gives.
  const texts = (...names: string[]) => names.map((name) => ({ name, type: 'string' }))
  const person = [...texts('name'), { name: 'wallet', type: 'address' }]
  const mail = {
    types: {
      EIP712Domain: [
        ...texts('name', 'version'),
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Person: person,
      Mail: [
        { name: 'from', type: 'Person' },
        { name: 'to', type: 'Person' },
        ...texts('contents'),
      ],
    },
    primaryType: 'Mail',
    domain: {
      ...{ name: 'Ether Mail', version: '1', chainId: 1 },
      verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
    },
    message: {
      from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
      to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
      contents: 'Hello, Bob!',
    },
  }
  expect(bytesToHex(digestOf(mail))).toBe(
    'be609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2',
  )
  const proof = hex(sign(digestOf(ownershipTypedData(message))))
  const address = `0x${bytesToHex(account)}`
  expect(isSigned('eip-712', { address, message, proof })).toBe(true)
  expect(isSigned('eip-712', { address, message: `${message}.`, proof })).toBe(false)
  const plain = hex(sign(personal('Ethereum')))
  expect(isSigned('eip-712', { address, message, proof: plain }), 'of another kind').toBe(false)
})

// From the tests of ripple-keypairs (ISC).
test.each([
  [
    'xrp-secp256k1',
    'rU6K7V3Po4snVhBBaU29sesqs2qTQJWDw1',
    '030D58EB48B4420B1F7B9DF55087E0E29FEF0E8468F9A6825B01CA2C361042D435',
    '30440220583A91C95E54E6A651C47BEC22744E0B101E2C4060E7B08F6341657DAD9BC3EE02207D1489C7395DB0188D3A56A977ECBA54B36FA9371B40319655B1B4429E33EF2D',
  ],
  [
    'xrp-ed25519',
    'rLUEXYuLiQptky37CqLcm9USQpPiz5rkpD',
    'ED01FA53FA5A7E77798F882ECE20B1ABC00BB358A9E55A202D0D0676BD0CE37A63',
    'CB199E1BFD4E3DAA105E4832EEDFA36413E1F44205E4EFB9E27E826044C21E3E2E848BBC8195E8959BADF887599B7310AD1B7047EF11B682E0D068F73749750E',
  ],
] as const)('[TX-06] %s vector proves %s alone', (type, address, key, signature) => {
  const signed = (one: string, text: string, proof: string) =>
    isSigned(type, { address: one, message: text, proof })
  const proof = `${key} ${signature}`
  expect(signed(address, 'test message', proof)).toBe(true)
  expect(signed(address, 'test message.', proof)).toBe(false)
  expect(signed('rrrrrrrrrrrrrrrrrrrrrhoLvTp', 'test message', proof), 'another').toBe(false)
  for (const wrong of [signature, `${proof} 00`, `${key} ${signature.replace('A', 'B')}`, ''])
    expect(signed(address, 'test message', wrong)).toBe(false)
})
