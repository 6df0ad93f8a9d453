import {
  networkIssuer,
  type RegisterProof,
  type Registry,
  registries,
} from '@countersign/contracts/trust'
import { audit, system } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { TrustTx } from '../tables.ts'
import { findHolder, lockRegisters, saveRegister, within } from './register-entry.store.ts'

const taken = (registry: Registry) =>
  fail(
    'conflict',
    `Another company already has this ${registry} entry. If it’s yours, ask the network to look into it.`,
  )

/**
 * Binds a company to an entry of a register. Without a proof it only claims the entry, and may neither take
 * it from another company nor leave an entry that is confirmed.
 * @returns whether the entry is confirmed, so that the register stands for what it says
 * @throws 404, 409 when another company has the entry
 */
export async function bindEntry(
  tx: TrustTx,
  did: string,
  registry: Registry,
  externalId: string,
  proof: RegisterProof | null,
  at: Date,
): Promise<boolean> {
  const own = await lockRegisters(tx, did)
  if (!own) throw fail('not_found', 'No such company')
  const present = own[registry]
  if (present?.externalId === externalId && (present.proof !== null || proof === null))
    return present.proof !== null
  if (present?.proof && present.externalId !== externalId && proof !== 'network')
    throw fail(
      'conflict',
      `Your company is confirmed under another ${registry} entry: ${present.externalId}. Ask the network to release it first.`,
    )
  const holder = await findHolder(tx, registry, externalId, did)
  if (holder) {
    if (proof === null || holder.proof !== null) throw taken(registry)
    // Nothing proved that other claim: it gives way.
    await within(tx, holder.did, did, async () => {
      await saveRegister(tx, holder.did, registry, null, at)
      await audit(tx, system, at, {
        company: holder.did,
        action: 'registry.release',
        detail: { registry, externalId },
      })
    })
  }
  const since = at.toISOString()
  await saveRegister(tx, did, registry, { externalId, proof, since }, at)
  return proof !== null
}

/** Follows a change of the stated LEI: it claims the entry of GLEIF, or gives it up. @throws 409 */
export async function stateLei(
  tx: TrustTx,
  did: string,
  lei: string | null,
  issuer: string,
  at: Date,
): Promise<void> {
  const byRegister = registries.some((registry) => registry === issuer)
  const proof = issuer === networkIssuer ? 'network' : null
  if (lei !== null) {
    if (!byRegister) await bindEntry(tx, did, 'GLEIF', lei, proof, at)
    return
  }
  const own = await lockRegisters(tx, did)
  if (own?.GLEIF?.proof && proof === null)
    throw fail('conflict', 'Your LEI is confirmed. Ask the network to release it first.')
  await saveRegister(tx, did, 'GLEIF', null, at)
}
