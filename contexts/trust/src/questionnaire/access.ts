import { worksFor } from '@countersign/contracts'
import { questionnaireType } from '@countersign/contracts/trust'
import { audit } from '@countersign/kit/audit'
import { fail } from '@countersign/kit/errors'
import { actorOf, type Caller, demand } from '../caller.ts'
import { hasGrant } from '../document/index.ts'
import type { TrustTx } from '../tables.ts'
import { addRead, findReadVersions } from './read.store.ts'

/** Who asks for a questionnaire, and in whose name. */
export type Reader = {
  readonly did: string
  /** The company that asks; absent when it asks for its own. */
  readonly requester: string | undefined
  readonly caller: Caller
}

/** The one refusal for what is absent and for what is not shared. */
export const notShared = () => fail('not_found', 'No questionnaire is shared with you')

/**
 * What of a company's questionnaire this reader may see: all of it as a member, what was submitted as
 * a company that was granted it or as the network's operator.
 * @throws 403 outside of the company that they ask for, 404 when it is not shared with them
 */
export async function accessOf(
  tx: TrustTx,
  { did, requester, caller }: Reader,
  at: Date,
): Promise<{ all: true } | { all: false; requester: string }> {
  const asking = requester ?? did
  demand(caller, 'trustframework.getVASP', asking)
  if (asking === did)
    return worksFor(caller.viewer.grants, did)
      ? { all: true }
      : { all: false, requester: 'network' }
  // What others share with a company they share with its people, and its chain says that they read it.
  if (!worksFor(caller.viewer.grants, asking)) throw notShared()
  if (!(await hasGrant(tx, did, asking, questionnaireType, at))) throw notShared()
  return { all: false, requester: asking }
}

/** The versions that a company may see: the newest, and those that it has read before. */
export async function visibleTo(
  tx: TrustTx,
  did: string,
  requester: string,
  newest: number,
): Promise<ReadonlySet<number>> {
  return new Set([newest, ...(await findReadVersions(tx, did, requester))])
}

/** Tells the owner of a reading, and writes it into the chains of both companies. */
export async function noteReading(
  tx: TrustTx,
  { did, caller }: Reader,
  requester: string,
  version: number,
  at: Date,
): Promise<void> {
  const actor = actorOf(caller)
  if (!(await addRead(tx, did, { requester, reader: actor.did, version }, at))) return
  const detail = { vaspDID: did, version, requestingVASPdid: requester }
  for (const company of [...new Set([did, requester])].toSorted())
    await audit(tx, actor, at, { company, action: 'questionnaire.read', object: did, detail })
}
