import { fail } from '@countersign/kit/errors'
import type { Vault } from '@countersign/kit/vault'
import { personIn } from '../caller.rules.ts'
import type { Caller } from '../gate.ts'
import { newSecret } from '../secret.ts'

const placeOf = (caller: Caller) => `draft ${personIn(caller).userId}`

/** A new key, open and sealed for this person. */
export function makeDraftKey({ vault }: { readonly vault: Vault }, caller: Caller) {
  const key = newSecret()
  return { key, sealed: vault.seal(key, placeOf(caller)) }
}

/** The key of this person's drafts. @throws 404 for one that was sealed for somebody else, or by nobody */
export function openDraftKey(
  { vault }: { readonly vault: Vault },
  caller: Caller,
  { sealed }: { sealed: string },
) {
  const place = placeOf(caller)
  try {
    return { key: vault.open(sealed, place) }
  } catch {
    throw fail('not_found', 'This draft belongs to someone else')
  }
}
