import { utf8ToBytes } from '@noble/hashes/utils.js'
import { cash, hashed, segwit } from './address-bitcoin.rules.ts'
import { NotAnAddress } from './address-checksum.rules.ts'
import {
  algorand,
  cardano,
  checksummed,
  cosmos,
  evm,
  hedera,
  polkadot,
  solana,
  tezos,
  ton,
} from './address-other.rules.ts'
import { stellar, type Tagged, xrp } from './address-tagged.rules.ts'
import { type Chain, printChain } from './caip.rules.ts'
import { networkOf } from './network.rules.ts'

/** An address in its normal form: two spellings of one address are equal. */
export type Address = {
  readonly chain: Chain
  readonly address: string
  readonly tag: string | null
  /** False where the network's form is not known to us, so that only its characters were judged. */
  readonly checked: boolean
}

/** An address, or what is wrong with it. */
export type AddressAnswer =
  | { readonly ok: true; readonly value: Address }
  | {
      readonly ok: false
      readonly problem: 'BAD_ADDRESS' | 'BAD_TAG' | 'TAG_NOT_USED' | 'TWO_TAGS'
    }

type Form = (text: string) => string | Tagged

const bitcoinLike =
  (prefix: string, versions: readonly number[], old?: ReadonlyMap<number, number>): Form =>
  (text) =>
    text.toLowerCase().startsWith(`${prefix}1`) ? segwit(text, prefix) : hashed(text, versions, old)

const forms: { readonly [chain: string]: Form } = {
  'bip122:000000000019d6689c085ae165831e93': bitcoinLike('bc', [0x00, 0x05]),
  'bip122:000000000933ea01ad0ee984209779ba': bitcoinLike('tb', [0x6f, 0xc4]),
  'bip122:000000000000000000651ef99cb9fcbe': cash,
  // Litecoin's scripts once began with a 3, as Bitcoin's do.
  'bip122:12a765e31ffd4059bada1e25190f6e98': bitcoinLike(
    'ltc',
    [0x30, 0x32],
    new Map([[0x05, 0x32]]),
  ),
  'bip122:1a91e3dace36e2be3bf030a65679fe82': (text) => hashed(text, [0x1e, 0x16]),
  eip155: evm,
  solana,
  xrpl: xrp,
  stellar,
  tron: (text) => hashed(text, [0x41]),
  cip34: cardano,
  'polkadot:91b171bb158e2d3848fa23a9f1c25182': polkadot,
  'cosmos:cosmoshub-4': cosmos,
  algorand,
  tezos,
  hedera,
  tvm: ton,
}

const formOf = (chain: Chain): Form | undefined =>
  forms[printChain(chain)] ?? forms[chain.namespace]

/** Reads an address of a chain, and the tag or memo that goes with it, in `?dt=`, `?memo=` or `tag`. */
export function readAddress(chain: Chain, text: string, tag?: string | null): AddressAnswer {
  const [, bare = text, asked] = /^(.*)\?(?:dt|memo|memoId)=(.*)$/s.exec(text) ?? []
  const read = normal(chain, bare)
  if (!read) return { ok: false, problem: 'BAD_ADDRESS' }
  const stated = [tag ?? null, asked === undefined ? null : unescaped(asked), read.tag].filter(
    (one) => one !== null,
  )
  const tags = stated.map((one) => normalTag(chain, one))
  const [first = null] = tags
  if (stated.length > 0 && networkOf(chain)?.tag === 'NONE')
    return { ok: false, problem: 'TAG_NOT_USED' }
  if (tags.includes(null)) return { ok: false, problem: 'BAD_TAG' }
  if (tags.some((one) => one !== first)) return { ok: false, problem: 'TWO_TAGS' }
  return { ok: true, value: { chain, ...read, tag: first } }
}

/** As people are to see it: EVM with the case of EIP-55, others in their normal form. */
export const shownAddress = ({ chain, address }: Address): string =>
  chain.namespace === 'eip155' ? checksummed(address) : address

function normal(chain: Chain, text: string): (Tagged & { readonly checked: boolean }) | null {
  const form = formOf(chain)
  if (!form || isByron(chain, text))
    return /^[\x21-\x7e]{1,256}$/.test(text) ? { address: text, tag: null, checked: false } : null
  try {
    const read = form(text)
    const tagged = typeof read === 'string' ? { address: read, tag: null } : read
    return { ...tagged, checked: true }
  } catch (error) {
    if (error instanceof NotAnAddress) return null
    throw error
  }
}

/** Cardano's addresses of before Shelley, whose form we do not read. */
const isByron = (chain: Chain, text: string) =>
  chain.namespace === 'cip34' && /^(Ae2|DdzFF)[1-9A-HJ-NP-Za-km-z]{40,110}$/.test(text)

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

/** A tag in its normal form, or null. A memo keeps its spaces and zeros: they are part of it. */
function normalTag(chain: Chain, text: string): string | null {
  if (networkOf(chain)?.tag === 'NUMBER')
    return /^\d{1,10}$/.test(text) && Number(text) <= 0xffffffff ? String(Number(text)) : null
  if (!/^[^\p{Cc}]{1,100}$/u.test(text)) return null
  // A text of Stellar has 28 bytes; a hash is written in hex.
  const fits = chain.namespace !== 'stellar' || utf8ToBytes(text).length <= 28
  return fits || /^[0-9a-fA-F]{64}$/.test(text) ? text : null
}
