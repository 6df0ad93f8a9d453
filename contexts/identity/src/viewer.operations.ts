import { internalAdmin, permissionsOf } from '@countersign/contracts'
import type { Viewer as Answer } from '@countersign/contracts/identity'
import type { Companies } from './companies.ts'
import type { Viewer } from './gate.ts'
import type { IdentityDatabase } from './tables.ts'

type Deps = { readonly database: IdentityDatabase; readonly companies: Companies }

/** The current user with the permissions that each role gives. */
export async function describeViewer(
  { database, companies }: Deps,
  { did, email, name, phone, jobTitle, grants, observing }: Viewer,
): Promise<Answer> {
  const vasps = [...new Set(grants.flatMap(({ vaspDID }) => vaspDID ?? []))]
  return {
    did,
    fields: Object.entries({ email, name, phone, jobTitle }).flatMap(([fieldName, value]) =>
      value == null ? [] : [{ fieldName, values: [{ value }] }],
    ),
    vasps,
    disabledVasps:
      vasps.length === 0
        ? []
        : await database.withNobody((tx) => companies.disabledAmong(tx, vasps)),
    roles: grants.map(({ vaspDID, role }) => ({
      vaspDID,
      role,
      permissions: [...permissionsOf[role]],
    })),
    ...(observing && { observing }),
    isCountersignAdmin: grants.some(({ role }) => role === internalAdmin),
  }
}
