import { worksFor } from '@countersign/contracts'
import { auditLog as contract, networkChain } from '@countersign/contracts/identity'
import { verifyChain } from '@countersign/kit/audit'
import { cursorOf } from '@countersign/kit/cursor'
import * as z from 'zod/mini'
import { handlers } from '../handlers.ts'
import { findEntries, findPeopleNames } from './audit.store.ts'

const cursors = cursorOf(
  'audit',
  z.object({ direction: z.enum(['older', 'newer']), number: z.int() }),
)

/**
 * The groups of actions that the network's operator sees in a company's chain. All others tell what a
 * company keeps to itself (decision 0010): verdicts, counterparties, files and what is shared.
 */
const operatorGroups: readonly string[] = [
  'administration',
  'auditLog',
  'auth',
  'credential',
  'evidence',
  'group',
  'observer',
  'operator',
  'settings',
  'vasp',
  'verification',
  'webhookApp',
]

/** What was done in a company; the network has a chain of its own. */
export const auditLog = handlers(contract, {
  list: async ({ tx, company, caller: { viewer }, deps }, { query }) => {
    const { companies, vault } = deps
    const place = query.cursor === undefined ? undefined : cursors.read(vault, query.cursor)
    const isOwn = company === networkChain || worksFor(viewer.grants, company)
    const rows = await findEntries(tx, company, query, place, isOwn ? undefined : operatorGroups)
    const dids = didsIn(rows)
    const known = await companies.find(tx, dids)
    const people = await findPeopleNames(tx, dids)
    const named = Object.fromEntries(known.map(({ did, name }) => [did, name]))
    const more = rows.length > query.per_page
    const page = rows.slice(0, query.per_page)
    const newer = place?.direction === 'newer'
    if (newer) page.reverse()
    const [first, last] = [page.at(0), page.at(-1)]
    return {
      entries: page.map(({ at, request_id, ...row }) => ({
        ...row,
        at: at.toISOString(),
        requestId: request_id,
      })),
      names: { ...named, ...people, ...(viewer.name && { [viewer.did]: viewer.name }) },
      pagination: {
        per_page: query.per_page,
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
  },

  verify: async ({ tx, company, at }) => ({
    ...(await verifyChain(tx, company)),
    verifiedAt: at.toISOString(),
  }),
})

type Named = { readonly actor: string; readonly object: string | null; readonly detail: object }

/** Every DID that rows name. */
const didsIn = (rows: readonly Named[]): string[] => [
  ...new Set(
    rows
      .flatMap(({ actor, object, detail }) => [actor, object, ...Object.values(detail)])
      .filter((value): value is string => typeof value === 'string' && value.startsWith('did:')),
  ),
]
