import type { Actor } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Vault } from '@countersign/kit/vault'
import { encryptIvms101, pickClientKeys } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { openAll, openForViewer, type Viewer } from './open-for-viewer.ts'
import { ivms101Of } from './payload.rules.ts'

type Encrypted = { kid: string; jwe: string }
/** Comments are for people. */
const forMachines = ['ORIGINATOR', 'BENEFICIARY'] as const
const viewer = (actor: Actor): Viewer => ({ actor, role: 'client', how: 'MACHINE', reason: 'AUTO' })

/** @throws 403 where the machine has no active key */
async function keysOf(tx: TransactionsTx, company: string, clientId: string, at: Date) {
  const keys = await pickClientKeys(tx, company, clientId, at)
  if (keys.length === 0)
    throw fail('forbidden', 'Register a key for this client to receive personal data', {
      wire: 'DecryptionNotForMachinesError',
    })
  return keys
}

/**
 * Personal data of a transfer for a machine: encrypted to each of its active keys, never in plain text. The
 * view is noted as `openForViewer` does. Locks the company's audit chain: call it last.
 * @throws 403 where the machine has no active key; 404 and 409 as `openForViewer`
 */
export async function openForMachine(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  id: string,
  clientId: string,
  actor: Actor,
  at: Date,
): Promise<Encrypted[]> {
  const keys = await keysOf(tx, company, clientId, at)
  const { parts } = await openForViewer(tx, company, vault, id, viewer(actor), at, forMachines)
  return Promise.all(keys.map(({ jwk }) => encryptIvms101(jwk, ivms101Of(parts))))
}

/** The same for several transfers: by transfer, where there is anything that the company can open. @throws 403 */
export async function openListForMachine(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  ids: readonly string[],
  clientId: string,
  actor: Actor,
  at: Date,
): Promise<ReadonlyMap<string, Encrypted[]>> {
  const keys = await keysOf(tx, company, clientId, at)
  const opened = await openAll(tx, company, vault, ids, viewer(actor), at, forMachines)
  const sealed = new Map<string, Encrypted[]>()
  for (const [id, { parts }] of opened)
    sealed.set(id, await Promise.all(keys.map(({ jwk }) => encryptIvms101(jwk, ivms101Of(parts)))))
  return sealed
}
