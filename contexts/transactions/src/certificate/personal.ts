import type { PdfBlock } from '@countersign/contracts/report'
import type { Actor } from '@countersign/kit/audit'
import type { Caller, TransactionsDeps } from '../deps.ts'
import { decrypt } from '../opening/index.ts'
import { personalBlocks } from './personal.rules.ts'

/**
 * The personal data of a transfer for its certificate, opened for a person who says why. The view is written down.
 * @throws as `decrypt`
 */
export const personalPart = (
  deps: TransactionsDeps,
  { caller, actor, at }: { readonly caller: Caller; readonly actor: Actor; readonly at: Date },
  company: string,
  asked: Parameters<typeof decrypt>[1],
): Promise<PdfBlock[]> =>
  deps.database.withTenant(company, async (tx) => {
    const { ivms101 } = await decrypt({ tx, company, deps, caller, actor, at }, asked)
    return personalBlocks(ivms101)
  })
