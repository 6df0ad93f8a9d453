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
  (name) => vectors(name) as { simple: Signed[]; error: Wrong[] },
)
const simple = files.flatMap((file) => file.simple)
const ours = simple.filter(({ type }) => type === 'p2wpkh' || type === 'p2tr')

test.each(ours)(
  '[TX-06] BIP-322 vector: $type $address',
  ({ address, message, bip322_signatures: all }) => {
    for (const proof of all) {
      expect(isSigned('bip-322', { address, message, proof })).toBe(true)
      expect(isSigned('bip-322', { address, message: `${message}.`, proof })).toBe(false)
    }
  },
)

test('[TX-06] BIP-322: what the vectors call wrong is refused, and scripts that we do not run', () => {
  expect(ours.length).toBeGreaterThan(3)
  for (const { address, message, signature: proof } of files.flatMap((file) => file.error))
    expect(isSigned('bip-322', { address, message, proof })).toBe(false)
  for (const { address, message, bip322_signatures: all, type } of simple)
    if (type.startsWith('p2wsh'))
      for (const proof of all) expect(isSigned('bip-322', { address, message, proof })).toBe(false)
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

test('[TX-06] each network has its kinds of signature; where there is none, a declaration remains', () => {
  expect(typesFor('eip155:137')).toEqual(['eip-191'])
  expect(typesFor('bip122:000000000019d6689c085ae165831e93')).toEqual(['bip-322', 'bip-137'])
  expect(typesFor('xrpl:0')).toEqual([])
})
