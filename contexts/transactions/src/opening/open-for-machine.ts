import type { Actor } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Vault } from '@countersign/kit/vault'
import { encryptIvms101, pickClientKeys } from '../sealing/index.ts'
import type { TransactionsTx } from '../tables.ts'
import { openForViewer } from './open-for-viewer.ts'
import { ivms101Of } from './payload.rules.ts'

/**
 * Personal data of a transfer for a machine: encrypted to each of its active keys, never in plain text. The
 * view is noted as `openForViewer` does. Locks the company's audit chain: call it last.
 * @throws 403 where the machine has no active key; 404 and 409 as `openForViewer`
 */
export async function openForMachine(
  tx: TransactionsTx,
  company: string,
  vault: Vault,
  transferId: string,
  clientId: string,
  actor: Actor,
  at: Date,
): Promise<{ kid: string; jwe: string }[]> {
  const keys = await pickClientKeys(tx, company, clientId, at)
  if (keys.length === 0)
    throw fail('forbidden', 'Register a key for this client to receive personal data', {
      wire: 'DecryptionNotForMachinesError',
    })
  const { parts } = await openForViewer(
    tx,
    company,
    vault,
    transferId,
    { actor, role: 'client', how: 'MACHINE', reason: 'AUTO' },
    at,
    ['ORIGINATOR', 'BENEFICIARY'],
  )
  return Promise.all(keys.map(({ jwk }) => encryptIvms101(jwk, ivms101Of(parts))))
}
