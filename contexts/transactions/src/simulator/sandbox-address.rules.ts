import {
  type SimulatedAnswer,
  type SimulatedAsset,
  simulatedAnswers,
  simulatedAssets,
} from '@countersign/contracts/transactions'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, base58xrp, bech32, createBase58check } from '@scure/base'

/** How an address of a network is written, from 32 bytes of which nobody has the key. */
const forms: Readonly<
  Record<SimulatedAsset, readonly [network: string, write: (bytes: Uint8Array) => string]>
> = {
  ETH: ['ethereum', (bytes) => `0x${bytesToHex(bytes.subarray(0, 20))}`],
  BTC: ['bitcoin', (bytes) => bech32.encode('bc', [0, ...bech32.toWords(bytes.subarray(0, 20))])],
  TRX: [
    'tron',
    (bytes) => createBase58check(sha256).encode(Uint8Array.of(0x41, ...bytes.subarray(0, 20))),
  ],
  SOL: ['solana', (bytes) => base58.encode(bytes)],
  XRP: [
    'xrpl',
    (bytes) => {
      const account = Uint8Array.of(0, ...bytes.subarray(0, 20))
      return base58xrp.encode(concatBytes(account, sha256(sha256(account)).subarray(0, 4)))
    },
  ],
}

/** An address that comes of a hash of these words, so that nobody has its key. */
export function hashedAddress(asset: SimulatedAsset, words: string) {
  const [network, write] = forms[asset]
  return { network, address: write(sha256(utf8ToBytes(words))) }
}

/** The addresses that decide how the simulator answers. */
export const sandboxAddresses = simulatedAnswers.flatMap((answer) =>
  simulatedAssets.map((asset) => ({
    answer,
    asset,
    ...hashedAddress(asset, `countersign simulator ${answer}`),
  })),
)

const answers = new Map(
  sandboxAddresses.map(({ address, answer }) => [address.toLowerCase(), answer]),
)

/** How the simulator answers a transfer to an address; one that it doesn't list is accepted. */
export const answerAt = (address: string): SimulatedAnswer =>
  answers.get(address.toLowerCase()) ?? 'ACCEPT'
