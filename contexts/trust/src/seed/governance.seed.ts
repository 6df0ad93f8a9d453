import { moveOf, type VerificationAction, verificationChecks } from '@countersign/contracts/trust'
import { id as newId } from '@countersign/kit/ids'
import { addNestRequest } from '../group/index.ts'
import { bindEntry, findStatus } from '../profile/index.ts'
import { saveRegistryRecord } from '../registry/index.ts'
import { saveSettings } from '../settings/index.ts'
import type { TrustDatabase, TrustTx } from '../tables.ts'
import { findMoves, saveMove } from '../verification/index.ts'

/** What a company's verification went through, oldest first. */
export type SeedVerification = {
  readonly did: string
  readonly moves: readonly {
    readonly action: VerificationAction
    readonly note: string
    readonly daysAgo: number
  }[]
  /** Days for which a verification is still good. */
  readonly goodForDays?: number
}

/** What there is to see of a network that is governed. */
export type SeedGovernance = {
  readonly verifications: readonly SeedVerification[]
  readonly records: readonly {
    readonly did: string
    readonly registry: 'GLEIF' | 'VASPnet'
    readonly externalId: string
    readonly record: object
  }[]
  readonly settings: readonly {
    readonly did: string
    readonly statusToProcessBlockchain: 'CREATED' | 'SENT' | 'ACK' | 'ACCEPTED' | null
  }[]
  readonly nestRequests: readonly { readonly group: string; readonly subsidiary: string }[]
}

const day = 86_400_000

/** Adds what is missing to companies that are there; one whose verification has a history stays as it is. */
export async function seedGovernance(
  database: TrustDatabase,
  { verifications, records, settings, nestRequests }: SeedGovernance,
  at: Date,
): Promise<void> {
  for (const seed of verifications)
    await database.withTenant(seed.did, (tx) => seedVerification(tx, seed, at))
  for (const { did, registry, externalId, record } of records)
    await database.withTenant(did, async (tx) => {
      if (!(await hasRow(tx, did, 'trust.registry_record'))) {
        await saveRegistryRecord(tx, did, registry, externalId, record, at, {})
        // The demo's network has looked into its companies' entries.
        await bindEntry(tx, did, registry, externalId, 'network', at)
      }
    })
  for (const { did, statusToProcessBlockchain } of settings)
    await database.withTenant(did, async (tx) => {
      const rest = { vaspDiscoverability: true, autoDecryption: false, reviewsTakeTwo: false }
      if (!(await hasRow(tx, did, 'trust.setting')))
        await saveSettings(tx, did, { statusToProcessBlockchain, ...rest }, at)
    })
  for (const { group, subsidiary } of nestRequests)
    await database.withTenant(subsidiary, async (tx) => {
      if (!(await hasRow(tx, subsidiary, 'trust.nest_request')))
        await addNestRequest(tx, subsidiary, group, 'group', at)
    })
}

const hasRow = async (
  tx: TrustTx,
  did: string,
  table: 'trust.registry_record' | 'trust.setting' | 'trust.nest_request',
) =>
  (await tx.selectFrom(table).select('vasp_did').where('vasp_did', '=', did).executeTakeFirst()) !==
  undefined

async function seedVerification(
  tx: TrustTx,
  { did, moves, goodForDays }: SeedVerification,
  at: Date,
): Promise<void> {
  if (!(await findStatus(tx, did)) || (await findMoves(tx, did)).length > 0) return
  for (const { action, note, daysAgo } of moves) {
    const then = new Date(at.getTime() - daysAgo * day)
    const { from, to, permission } = moveOf(action)
    const approval = action === 'approve'
    await saveMove(
      tx,
      did,
      {
        id: newId('ver', then.getTime()),
        action,
        from: from[0] ?? 'UNVERIFIED',
        to,
        note,
        evidence: [],
        checks: approval ? (Object.keys(verificationChecks) as never[]) : [],
        by: permission === 'trustframework.tfUpdate' ? 'network' : 'company',
      },
      approval && goodForDays !== undefined ? new Date(at.getTime() + goodForDays * day) : null,
      then,
    )
  }
}
