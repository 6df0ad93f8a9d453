import { readAddress } from './address.rules.ts'
import { addressHint } from './address-key.ts'
import { parseChain } from './caip.rules.ts'
import { networks } from './network.rules.ts'

/** What stands for an address on whatever network we know it to fit; none where it fits no network. */
export const everyHint = (pepper: Uint8Array, address: string): Buffer[] =>
  networks.flatMap(({ chain }) => {
    const parsed = parseChain(chain)
    const read = parsed && readAddress(parsed, address)
    return read?.ok ? [addressHint(pepper, read.value)] : []
  })
