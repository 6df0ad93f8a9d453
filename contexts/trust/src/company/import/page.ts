import { type ImportDuplicate, networkIssuer, Profile } from '@countersign/contracts/trust'
import { type Actor, audit, system } from '@countersign/kit/audit'
import { failpoint } from '@countersign/kit/failpoint'
import { findOneAdministered } from '../../admin/index.ts'
import { addClaims, bindEntry, closeCompany, stateLei, within } from '../../profile/index.ts'
import { saveRegistryRecord } from '../../registry/index.ts'
import type { TrustDatabase, TrustTx } from '../../tables.ts'
import { findImportDuplicates, findReferred } from './duplicate.store.ts'
import {
  findLines,
  type ImportRow,
  insertListed,
  type LineRow,
  moveImport,
  network,
  setLine,
  takeImport,
} from './import.store.ts'
import { tried } from './savepoint.store.ts'

/** What importing needs of the world. */
export type ImportDeps = {
  /** Connected as countersign_app. */
  readonly database: TrustDatabase
  /** Connected as countersign_relay, which sees who refers to a company. */
  readonly relay: TrustDatabase
  /** Whether people work for a company or have asked to, or machines of its own. */
  readonly isPeopled: (did: string) => Promise<boolean>
  /** Unix time in milliseconds. */
  readonly clock: () => number
}

/** Lines in one transaction. */
const pageSize = 100

/**
 * Does a page of the import that has waited longest. The page and what became of its lines are one
 * transaction: whoever dies in the middle has done none of it, and the next one begins it anew.
 * @returns whether there was one
 */
export async function importPage(deps: ImportDeps): Promise<boolean> {
  return deps.database.withTenant(network, async (tx) => {
    const at = new Date(deps.clock())
    const job = await takeImport(tx, at)
    if (!job) return false
    const actor = job.ordered_by === null ? system : { did: job.ordered_by }
    const undoes = job.state === 'undoing'
    const state = undoes ? 'imported' : 'ready'
    const lines = await findLines(tx, job.id, { state, after: 0, limit: pageSize })
    if (lines.length === 0) {
      await moveImport(tx, job.id, undoes ? 'undone' : 'finished', at, { ended: true })
      const action = undoes ? 'import.undone' : 'import.finish'
      await audit(tx, actor, at, { company: network, action, object: job.id })
      return true
    }
    // The chains of companies are locked in the order of their DIDs.
    const sorted = lines.toSorted((a, b) => (a.did < b.did ? -1 : 1))
    await (undoes
      ? undoLines(deps, tx, job, sorted, actor, at)
      : importLines(tx, job, sorted, actor, at))
    failpoint('before-import-commit')
    return true
  })
}

async function importLines(
  tx: TrustTx,
  job: ImportRow,
  lines: readonly LineRow[],
  actor: Actor,
  at: Date,
): Promise<void> {
  const numbers = lines.map(({ line }) => line)
  const duplicates = await findImportDuplicates(tx, job.id, numbers)
  for (const line of lines) {
    const found = duplicates.get(line.line) ?? []
    if (isInTheWay(line, found)) {
      await setLine(tx, job.id, line.line, { state: 'skipped', duplicates: found })
      continue
    }
    const reason = await tried(tx, () =>
      within(tx, line.did, network, () => create(tx, job.id, line, actor, at)),
    )
    await setLine(
      tx,
      job.id,
      line.line,
      reason === null
        ? { state: 'imported', importedAt: at }
        : { state: 'skipped', problems: [{ field: null, reason }] },
    )
  }
}

/** Somebody who looked at the duplicates may know better, but no two companies have one LEI. */
const isInTheWay = ({ accepted }: LineRow, found: readonly ImportDuplicate[]) =>
  accepted ? found.some(({ by }) => by === 'lei') : found.length > 0

/** Adds a company that nobody has claimed, as the network states it; GLEIF stands for what it said. */
async function create(
  tx: TrustTx,
  importId: string,
  { did, line, profile: given, email_domains, record }: LineRow,
  actor: Actor,
  at: Date,
): Promise<void> {
  const profile = Profile.parse(given)
  const { name, ...said } = profile
  await insertListed(tx, did, profile, email_domains, at)
  if (record !== null && profile.lei) {
    await bindEntry(tx, did, 'GLEIF', profile.lei, 'network', at)
    await saveRegistryRecord(tx, did, 'GLEIF', profile.lei, Object(record), at, {})
    await addClaims(tx, did, said, 'GLEIF', at)
    await addClaims(tx, did, { name }, networkIssuer, at)
  } else {
    await addClaims(tx, did, profile, networkIssuer, at)
    if (profile.lei) await stateLei(tx, did, profile.lei, networkIssuer, at)
  }
  await audit(tx, actor, at, {
    company: did,
    action: 'import.create',
    object: importId,
    detail: { line, fields: Object.keys(profile) },
  })
}

async function undoLines(
  { relay, isPeopled }: ImportDeps,
  tx: TrustTx,
  job: ImportRow,
  lines: readonly LineRow[],
  actor: Actor,
  at: Date,
): Promise<void> {
  const dids = lines.map(({ did }) => did)
  const referred = await relay.withNobody((seen) => findReferred(seen, dids))
  for (const { did, line, imported_at } of lines) {
    const peopled = await isPeopled(did)
    const reason = await within(tx, did, network, async () => {
      const row = await findOneAdministered(tx, did, true)
      if (!row || row.listing === 'deleted' || row.listing === 'merged')
        return 'Already removed by the network'
      if (row.has_admin) return 'Someone has claimed it'
      if (peopled) return 'Someone has asked to claim or join it'
      if (row.version > 1 || row.updated_at.getTime() !== imported_at?.getTime())
        return 'Changed since'
      if (referred.has(did)) return 'Another company references it'
      await closeCompany(tx, did, null, at)
      await audit(tx, actor, at, { company: did, action: 'import.undo', object: job.id })
      return null
    })
    await setLine(
      tx,
      job.id,
      line,
      reason === null
        ? { state: 'undone' }
        : { state: 'kept', problems: [{ field: null, reason }] },
    )
  }
}
