import * as z from 'zod/mini'
import { Instant } from '../common.ts'

/** The registers that issue claims, by the name that stands as the issuer. */
export const registries = ['GLEIF', 'VASPnet'] as const
export type Registry = (typeof registries)[number]

/** What showed that an entry of a register is the company's: its domain, or the network looked into it. */
export const registerProofs = ['domain', 'network'] as const
export type RegisterProof = (typeof registerProofs)[number]

/** An entry of a register that a company says is its own. Only a confirmed one attests anything. */
export const RegisterEntry = z.object({
  registry: z.enum(registries),
  externalId: z.string(),
  status: z.enum(['claimed', 'confirmed']),
  proof: z.nullable(z.enum(registerProofs)),
  since: Instant,
})
export type RegisterEntry = z.infer<typeof RegisterEntry>

/**
 * Whether the directory may show a company. A new one is `pending` until the network has reviewed it; one
 * that was `declined`, `withdrawn`, `merged` or `deleted` stays for its history alone.
 */
export const listings = ['pending', 'listed', 'declined', 'withdrawn', 'merged', 'deleted'] as const
export type Listing = (typeof listings)[number]

/** Why counterparties should look at a company again. */
export const alertStatuses = ['SUSPENDED', 'DISABLED', 'DEREGISTERED'] as const
export type AlertStatus = (typeof alertStatuses)[number]

/** The same in words. */
export const alertLabels: { readonly [S in AlertStatus]: string } = {
  SUSPENDED: 'Verification suspended',
  DISABLED: 'Disabled',
  DEREGISTERED: 'No longer regulated',
}

/** Something that happened to a company and concerns everyone who trusts it. */
export const Alert = z.object({
  status: z.enum(alertStatuses),
  /** In the words of whoever caused it; null when nobody gave a reason. */
  reason: z.nullable(z.string()),
  since: z.nullable(Instant),
})
export type Alert = z.infer<typeof Alert>
