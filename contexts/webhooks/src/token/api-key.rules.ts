import type { Operation } from '@countersign/contracts'

/** What a key may do: everything, only look, or only send messages. */
export const keyScopes = ['full', 'read', 'send'] as const
export type KeyScope = (typeof keyScopes)[number]

const sending = new Set(['/app/{app_id}/msg', '/msg/broadcast'])
/** With these one could sign as us, or do what the key itself may not. */
const secrets = /\/(secret|key|token)$/

/** Whether a key of this scope may call the operation. */
export function allows(scope: KeyScope, { method, path }: Operation): boolean {
  if (scope === 'full') return true
  if (scope === 'send') return method === 'POST' && sending.has(path)
  return method === 'GET' && !secrets.test(path) && !path.includes('/consumer/')
}
