import { internalAdmin, type RoleGrant } from '@countersign/contracts'
import {
  type Alert,
  deregistered,
  RegisterEntry,
  type Registry,
  registerProofs,
  registries,
} from '@countersign/contracts/trust'
import * as z from 'zod/mini'

const Stored = z.object({
  externalId: z.string(),
  proof: z.nullable(z.enum(registerProofs)),
  since: z.string(),
})

/** What is stored of the entries of registers, by register. */
export const StoredRegisters = z.object({
  GLEIF: z.optional(Stored),
  VASPnet: z.optional(Stored),
})
export type StoredRegisters = z.infer<typeof StoredRegisters>

/** The entries of registers as the wire shows them. */
export function registersOf(stored: unknown): RegisterEntry[] {
  const entries = StoredRegisters.parse(stored)
  return registries.flatMap((registry) => {
    const entry = entries[registry]
    if (!entry) return []
    return RegisterEntry.parse({
      registry,
      externalId: entry.externalId,
      status: entry.proof === null ? 'claimed' : 'confirmed',
      proof: entry.proof,
      since: new Date(entry.since).toISOString(),
    })
  })
}

/** Whether a claim may name this issuer: a register stands for a company only once its entry is confirmed. */
export const isAttested = (entries: readonly RegisterEntry[], issuer: string): boolean =>
  !registries.some((registry: Registry) => registry === issuer) ||
  entries.some(({ registry, status }) => registry === issuer && status === 'confirmed')

const Reason = z.optional(z.object({ reason: z.nullable(z.string()), since: z.string() }))
const Reasons = z.object({ SUSPENDED: Reason, DISABLED: Reason, DEREGISTERED: Reason })

/** What of a company's row its counterparties have to know. */
type Standing = {
  readonly verification_status: string
  readonly verification_since: Date | null
  readonly disabled_at: Date | null
  readonly regulatory_status: string | null
  readonly status_reasons: unknown
}

/** What happened to a company that its counterparties should look at; mostly nothing. */
export function alertsOf(row: Standing): Alert[] {
  const reasons = Reasons.parse(row.status_reasons)
  const alert = (status: Alert['status'], known: Date | null): Alert => {
    const since = reasons[status]?.since ?? known
    return {
      status,
      reason: reasons[status]?.reason ?? null,
      since: since && new Date(since).toISOString(),
    }
  }
  return [
    ...(row.verification_status === 'SUSPENDED'
      ? [alert('SUSPENDED', row.verification_since)]
      : []),
    ...(row.disabled_at ? [alert('DISABLED', row.disabled_at)] : []),
    ...(deregistered.includes(row.regulatory_status ?? '') ? [alert('DEREGISTERED', null)] : []),
  ]
}

/**
 * Whether somebody acts for the network in a company: the internal admin's role names no company, so a
 * company's own people are told from the network's, also when one person is both.
 */
export const actsForNetwork = (grants: readonly RoleGrant[], did: string): boolean =>
  grants.some(({ role }) => role === internalAdmin) &&
  !grants.some(({ vaspDID, role }) => vaspDID === did && role !== internalAdmin)
