import { worksFor } from '@countersign/contracts'
import { type AuditQuery, networkChain } from '@countersign/contracts/identity'
import { verifyChain } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import type { Vault } from '@countersign/kit/vault'
import * as z from 'zod/mini'
import type { Companies } from '../companies.ts'
import type { Caller } from '../gate.ts'
import type { IdentityDatabase } from '../tables.ts'
import { findEntries, findPeopleNames } from './audit.store.ts'

/** What the audit log needs. */
export type AuditDeps = {
  readonly database: IdentityDatabase
  readonly clock: () => number
  readonly companies: Companies
  readonly vault: Vault
}

const cursors = cursorOf(
  'audit',
  z.object({ direction: z.enum(['older', 'newer']), number: z.int() }),
)

/**
 * The groups of actions that the network's operator sees in a company's chain. All others tell what a
 * company keeps to itself (decision 0010): verdicts, counterparties, files and what is shared.
 */
const operatorGroups: readonly string[] = [
  ...[
    'administration',
    'auditLog',
    'auth',
    'credential',
    'evidence',
    'group',
    'observer',
    'operator',
  ],
  ...['settings', 'vasp', 'verification', 'webhookApp'],
]

/** `GET /api/v1/vasps/{did}/audit` */
export async function listAudit(
  { database, companies, vault }: AuditDeps,
  caller: Caller,
  company: string,
  filter: AuditQuery,
) {
  const place = filter.cursor === undefined ? undefined : cursors.read(vault, filter.cursor)
  const { rows, names } = await database.withTenant(company, async (tx) => {
    const isOwn = company === networkChain || worksFor(caller.viewer.grants, company)
    const found = await findEntries(tx, company, filter, place, isOwn ? undefined : operatorGroups)
    const dids = didsIn(found)
    const known = await companies.find(tx, dids)
    const people = await findPeopleNames(tx, dids)
    const named = Object.fromEntries(known.map((one) => [one.did, one.name]))
    const { did, name } = caller.viewer
    return { rows: found, names: { ...named, ...people, ...(name && { [did]: name }) } }
  })
  const more = rows.length > filter.per_page
  const page = rows.slice(0, filter.per_page)
  const newer = place?.direction === 'newer'
  if (newer) page.reverse()
  const [first, last] = [page.at(0), page.at(-1)]
  return {
    entries: page.map(({ at, request_id, ...row }) => ({
      ...row,
      at: at.toISOString(),
      requestId: request_id,
    })),
    names,
    pagination: {
      per_page: filter.per_page,
      next:
        last && (newer || more)
          ? cursors.write(vault, { direction: 'older', number: last.number })
          : null,
      previous:
        first && (newer ? more : place !== undefined)
          ? cursors.write(vault, { direction: 'newer', number: first.number })
          : null,
    },
  }
}

/** `GET /api/v1/vasps/{did}/audit/verification` */
export async function verifyAudit({ database, clock }: AuditDeps, company: string) {
  const check = await database.withTenant(company, (tx) => verifyChain(tx, company))
  return { ...check, verifiedAt: new Date(clock()).toISOString() }
}

type Named = { readonly actor: string; readonly object: string | null; readonly detail: object }

/** Every DID that rows name. */
const didsIn = (rows: readonly Named[]): string[] => [
  ...new Set(
    rows
      .flatMap(({ actor, object, detail }) => [actor, object, ...Object.values(detail)])
      .filter((value): value is string => typeof value === 'string' && value.startsWith('did:')),
  ),
]
