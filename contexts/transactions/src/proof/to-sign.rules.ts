import { base64 } from '@scure/base'

/** What a BIP-322 signature tells of the transaction that it pretends to be; the rest follows from address and message. */
export type ToSign = {
  readonly version: Uint8Array
  readonly sequence: Uint8Array
  readonly lockTime: Uint8Array
  /** The script of its one input. */
  readonly unlock: Uint8Array
  readonly witness: readonly Uint8Array[]
}

/** Takes bytes from the start on; fails where there are none left. */
function reader(bytes: Uint8Array) {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new Error('Too short')
    at += length
    return bytes.slice(at - length, at)
  }
  /** A length; what proves one key has none above 252. */
  const size = (): number => {
    const [length = 253] = take(1)
    if (length > 252) throw new Error('Longer than what proves one key')
    return length
  }
  const sized = () => take(size())
  return {
    take,
    size,
    sized,
    items: () => Array.from({ length: size() }, sized),
    isAtEnd: () => at === bytes.length,
  }
}

const zero = new Uint8Array(4)

/** The simple form: the witness alone. */
function simple(bytes: Uint8Array): ToSign {
  const { items, isAtEnd } = reader(bytes)
  const witness = items()
  if (witness.length === 0 || !isAtEnd()) throw new Error('No witness')
  return { version: zero, sequence: zero, lockTime: zero, unlock: new Uint8Array(), witness }
}

const isSame = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** The full form: the whole transaction, which must spend this outpoint alone, and to nobody. */
function full(bytes: Uint8Array, outpoint: Uint8Array, toNobody: Uint8Array): ToSign {
  const { take, size, sized, items, isAtEnd } = reader(bytes)
  const version = take(4)
  const hasWitness = bytes[4] === 0
  if (hasWitness && take(2)[1] !== 1) throw new Error('No transaction')
  if (size() !== 1 || !isSame(take(36), outpoint)) throw new Error('Spends something else')
  const unlock = sized()
  const sequence = take(4)
  if (size() !== 1 || !isSame(take(toNobody.length), toNobody)) throw new Error('Pays somebody')
  const witness = hasWitness ? items() : []
  const lockTime = take(4)
  if (!isAtEnd()) throw new Error('More than a transaction')
  return { version, sequence, lockTime, unlock, witness }
}

/**
 * Reads a BIP-322 signature in either form; without its prefix it is a simple one.
 * @throws where it is neither, or signs something else
 */
export const readToSign = (proof: string, outpoint: Uint8Array, toNobody: Uint8Array): ToSign =>
  proof.startsWith('ful')
    ? full(base64.decode(proof.slice(3)), outpoint, toNobody)
    : simple(base64.decode(proof.replace(/^smp/, '')))
