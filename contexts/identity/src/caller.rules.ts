import type { Actor } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import type { Caller } from './gate.ts'

/** The caller as the audit chain names them. */
export const actorOf = ({ viewer, requestId }: Caller): Actor => ({ did: viewer.did, requestId })

/** The refusal of a machine where only people belong. */
export const forPeople = () => fail('forbidden', 'Only for signed-in users, not API clients')

/** The signed-in person behind a call. */
export function personIn({ viewer }: Caller): { userId: string; did: string; email: string } {
  const { userId, did, email, clientId } = viewer
  if (clientId !== undefined) throw forPeople()
  if (userId === null || email === null) throw fail('unauthorized', 'Sign in to continue')
  return { userId, did, email }
}
