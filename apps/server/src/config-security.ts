import { parseSubnets, type Subnet } from '@countersign/kit/egress-address'
import type { MainSecret } from '@countersign/kit/vault'

const privateBlocks = parseSubnets(
  '10.0.0.0/8,100.64.0.0/10,127.0.0.0/8,172.16.0.0/12,192.168.0.0/16,::1/128,fc00::/7',
)

/**
 * Whether all of a subnet is private. Link-local addresses are left out on purpose: cloud machines hand out
 * their credentials there.
 */
export const isPrivate = ([address, bits]: Subnet): boolean =>
  privateBlocks.some(
    ([block, blockBits]) =>
      address.kind() === block.kind() && bits >= blockBits && address.match([block, blockBits]),
  )

/**
 * Reads `id:base64` pairs, comma-separated; the first encrypts, all decrypt. A lone key has the id `k1`.
 * @throws Error that names MAIN_SECRET
 */
export function parseMainSecrets(text: string): [MainSecret, ...MainSecret[]] {
  const [first, ...others] = text.split(',').map((part): MainSecret => {
    const [keyId = '', key] = part.includes(':') ? part.trim().split(':') : ['k1', part.trim()]
    const bytes = Buffer.from(key ?? '', 'base64')
    if (bytes.length !== 32) throw new Error('MAIN_SECRET: expected 32 bytes in base64')
    if (!/^[\w-]{1,32}$/.test(keyId))
      throw new Error('MAIN_SECRET: expected an id of letters, digits, - and _ before the colon')
    return { id: keyId, key: bytes }
  })
  if (!first) throw new Error('MAIN_SECRET: expected 32 bytes in base64')
  const ids = new Set([first, ...others].map(({ id }) => id))
  if (ids.size <= others.length)
    throw new Error('MAIN_SECRET: expected a different id for each key')
  return [first, ...others]
}

const weak = 'too easy to guess; use 32 random bytes, e.g. from openssl rand -base64 32'

/** 32 random bytes have about 30 different values, and about 28 in base64; fewer than 12 is no accident. */
const isWeak = (bytes: Uint8Array) => bytes.length < 32 || new Set(bytes).size < 12

/** The mistakes in the secrets of a configuration for production, a line each. */
export function weakSecrets(config: {
  readonly MAIN_SECRET?: string | undefined
  readonly WEBHOOKS_JWT_SECRET?: string | undefined
}): string[] {
  const mistakes: string[] = []
  try {
    if (config.MAIN_SECRET && parseMainSecrets(config.MAIN_SECRET).some(({ key }) => isWeak(key)))
      mistakes.push(`MAIN_SECRET: ${weak}`)
  } catch (error) {
    mistakes.push(error instanceof Error ? error.message : String(error))
  }
  const signing = config.WEBHOOKS_JWT_SECRET
  if (signing && isWeak(Buffer.from(signing))) mistakes.push(`WEBHOOKS_JWT_SECRET: ${weak}`)
  return mistakes
}
