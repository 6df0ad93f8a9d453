import { internalAdmin, permissionsOf } from '@countersign/contracts'
import type { Viewer as Answer } from '@countersign/contracts/identity'
import type { Viewer } from './gate.ts'

/** The current user with the permissions that each role gives. */
export function describeViewer({ did, email, name, phone, jobTitle, grants }: Viewer): Answer {
  return {
    did,
    fields: Object.entries({ email, name, phone, jobTitle }).flatMap(([fieldName, value]) =>
      value == null ? [] : [{ fieldName, values: [{ value }] }],
    ),
    vasps: [...new Set(grants.flatMap(({ vaspDID }) => vaspDID ?? []))],
    roles: grants.map(({ vaspDID, role }) => ({
      vaspDID,
      role,
      permissions: [...permissionsOf[role]],
    })),
    isCountersignAdmin: grants.some(({ role }) => role === internalAdmin),
  }
}
