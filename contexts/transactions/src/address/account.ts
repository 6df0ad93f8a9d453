import { fail, type Issue } from '@countersign/kit/errors'
import {
  addressHint,
  addressKey,
  type Chain,
  chainNamed,
  findAsset,
  parseAsset,
  printChain,
  readAddress,
} from '../asset/index.ts'

/** An address as somebody states it. */
export type Stated = {
  readonly address: string
  readonly tag?: string | undefined
  readonly asset?: string | undefined
  readonly network?: string | undefined
}

/** An address on a network, as the book knows it: by hashes that only we can make. */
export type Account = {
  /** In its network's normal form. */
  readonly address: string
  /** CAIP-2. */
  readonly network: string
  readonly key: Buffer
  /** Without network and tag. */
  readonly hintKey: Buffer
}

const faults = {
  BAD_ADDRESS: 'This isn’t an address of this network',
  BAD_TAG: 'This isn’t a tag or memo of this network',
  TAG_NOT_USED: 'This network has no tags or memos',
  TWO_TAGS: 'Address and tag name different tags',
}

const invalidAddress = (issue: Issue) => fail('invalid', issue.msg, { issues: [issue] })

/**
 * @param field where the address stands in what was sent
 * @throws 422 an address that its network doesn't know, or a network that we don't
 */
export function accountOf(stated: Stated, pepper: Uint8Array, field = 'address'): Account {
  const chain = chainOf(stated)
  if (!chain) {
    const msg = 'Name the network or the asset'
    throw invalidAddress({ loc: ['network'], msg, type: 'UNKNOWN_NETWORK' })
  }
  const read = readAddress(chain, stated.address, stated.tag)
  if (!read.ok) {
    const loc = read.problem === 'BAD_ADDRESS' ? [field] : ['tag']
    throw invalidAddress({ loc, msg: faults[read.problem], type: read.problem })
  }
  return {
    address: read.value.address,
    network: printChain(chain),
    key: addressKey(pepper, read.value),
    hintKey: addressHint(pepper, read.value),
  }
}

/** An account that was read before, as a transfer has it. */
export function knownAccount(
  { asset, address, tag }: { asset: string; address: string; tag: string | null },
  pepper: Uint8Array,
): Account | null {
  const chain = parseAsset(asset)?.chain
  const read = chain && readAddress(chain, address, tag)
  if (!chain || !read?.ok) return null
  return {
    address: read.value.address,
    network: printChain(chain),
    key: addressKey(pepper, read.value),
    hintKey: addressHint(pepper, read.value),
  }
}

function chainOf({ asset, network }: Stated): Chain | null {
  if (asset === undefined) return network === undefined ? null : chainNamed(network)
  const answer = findAsset(asset.includes('/') ? { caip19: asset } : asset, { network })
  if (answer.ok) return parseAsset(answer.asset.caip19)?.chain ?? null
  return parseAsset(asset)?.chain ?? null
}
