import { draft as contract } from '@countersign/contracts/identity'
import { fail } from '@countersign/kit/errors'
import { personIn } from '../caller.rules.ts'
import type { Caller } from '../gate.ts'
import { handlers } from '../handlers.ts'
import { newSecret } from '../secret.ts'

const placeOf = (caller: Caller) => `draft ${personIn(caller).userId}`

/** Keys for what somebody was typing when their session ended. */
export const draft = handlers(contract, {
  makeKey: ({ caller, deps: { vault } }) => {
    const key = newSecret()
    return { key, sealed: vault.seal(key, placeOf(caller)) }
  },

  openKey: ({ caller, deps: { vault } }, { body: { sealed } }) => {
    const place = placeOf(caller)
    try {
      return { key: vault.open(sealed, place) }
    } catch {
      throw fail('not_found', 'This draft belongs to someone else')
    }
  },
})
