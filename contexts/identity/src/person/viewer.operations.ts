import { internalAdmin, permissionsOf, type RoleGrant } from '@countersign/contracts'
import { type Viewer as Answer, viewer as contract } from '@countersign/contracts/identity'
import type { Viewer } from '../gate.ts'
import { handlers } from '../handlers.ts'

/** Who is signed in. */
export const viewer = handlers(contract, { viewer: ({ caller }) => described(caller.viewer) })

/** The current user with the permissions that each role gives; those in disabled companies come last. */
function described({
  did,
  email,
  name,
  phone,
  jobTitle,
  grants: active,
  suspended = [],
  observing,
}: Viewer): Answer {
  const grants = [...active, ...suspended]
  const companiesOf = (some: readonly RoleGrant[]) => [
    ...new Set(some.flatMap(({ vaspDID }) => vaspDID ?? [])),
  ]
  return {
    did,
    fields: Object.entries({ email, name, phone, jobTitle }).flatMap(([fieldName, value]) =>
      value == null ? [] : [{ fieldName, values: [{ value }] }],
    ),
    vasps: companiesOf(grants),
    disabledVasps: companiesOf(suspended),
    roles: grants.map(({ vaspDID, role }) => ({
      vaspDID,
      role,
      permissions: [...permissionsOf[role]],
    })),
    ...(observing && { observing }),
    isCountersignAdmin: grants.some(({ role }) => role === internalAdmin),
  }
}
