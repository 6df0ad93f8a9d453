import type {
  Action,
  HeldBy,
  ReasonCode,
  Status,
  TransactionType,
} from '@countersign/contracts/transactions'
import { decide, type Effect, heldAfter } from '../act/index.ts'
import type { ActFacts } from '../transfer/index.ts'

/** Something that one of a transfer's companies did. */
export type PastAct = {
  readonly company: string
  readonly by: string
  readonly action: Action
  readonly at: Date
  readonly reason?: ReasonCode
}

/** A transfer as it began. */
export type Beginning = {
  readonly status: Status
  readonly type: TransactionType
  readonly originator: string
  readonly beneficiary: string | null
  readonly by: string
  readonly at: Date
  /** Where it goes: disabled, or nobody works there, and it waits. */
  readonly counterparty: { readonly enabled: boolean; readonly hasAdmin: boolean } | undefined
}

/** What became of a transfer. */
export type Walk = {
  readonly status: Status
  readonly version: number
  readonly heldBy: HeldBy | null
  readonly sentAt: Date | null
  readonly ackedAt: Date | null
  readonly decidedAt: Date | null
  readonly releasedAt: Date | null
  readonly updatedAt: Date
  readonly reason: { readonly code: ReasonCode; readonly by: 'originator' | 'beneficiary' } | null
  readonly acts: readonly ActFacts[]
}

/** What is true of every transfer of the past: nothing was in its way, and nobody had a second thought. */
const usual = {
  planAllows: true,
  complete: 'YES',
  skip: false,
  hashSet: false,
  givenHash: 'OTHER',
  named: true,
  originatorKnown: true,
  processed: false,
  notBroadcast: false,
  withheld: false,
  mayRelease: true,
  onNoResponse: 'WAIT',
  deadlineRule: false,
  match: false,
  ownIncomplete: false,
} as const

/** Takes a transfer through what was done to it, by the state machine. @throws for an act that it refuses */
export function walk(begun: Beginning, acts: readonly PastAct[]): Walk {
  const { originator, beneficiary, type, counterparty } = begun
  const reachable = counterparty?.enabled === true && counterparty.hasAdmin
  const created: ActFacts = {
    at: begun.at,
    side: 'originator',
    action: 'create',
    by: 'PERSON',
    did: begun.by,
    company: originator,
    from: null,
    to: begun.status,
    version: 1,
    reason: null,
  }
  let now: Walk = {
    status: begun.status,
    version: 1,
    heldBy: 'NO_RULE',
    sentAt: null,
    ackedAt: null,
    decidedAt: null,
    releasedAt: null,
    updatedAt: begun.at,
    reason: null,
    acts: [created],
  }
  for (const { company, by, action, at, reason } of acts) {
    const side = company === originator ? 'originator' : 'beneficiary'
    const outcome = decide(now.status, action, side, {
      ...usual,
      reachable,
      type,
      internal: originator === beneficiary,
      held: now.heldBy !== null,
      released: now.releasedAt !== null,
      everSent: now.sentAt !== null,
      ...(reason && { reason }),
    })
    if (outcome.result !== 'MOVE' && outcome.result !== 'STAY')
      throw new Error(`${action} at ${now.status} is ${outcome.result}`)
    const has = (effect: Effect) => outcome.effects.includes(effect)
    const version = now.version + 1
    now = {
      status: outcome.next,
      version,
      heldBy: heldAfter(now.heldBy, has, { counterparty, reachable, planAllows: true }),
      sentAt: has('SENT') ? at : now.sentAt,
      ackedAt: has('ACKNOWLEDGED') ? at : now.ackedAt,
      decidedAt: has('DECIDED') ? at : now.decidedAt,
      releasedAt: now.releasedAt,
      updatedAt: at,
      reason: reason ? { code: reason, by: side } : now.reason,
      acts: [
        ...now.acts,
        {
          at,
          side,
          action,
          by: 'PERSON',
          did: by,
          company,
          version,
          from: now.status,
          to: outcome.next,
          reason: reason ?? null,
        },
      ],
    }
    if (has('ACKNOWLEDGED')) now = released(now, originator, at)
  }
  return now
}

/** The originator's side releases the data by itself once the address is confirmed. */
const released = (before: Walk, company: string, at: Date): Walk => {
  const version = before.version + 1
  const { status } = before
  const act: ActFacts = {
    at,
    side: 'system',
    action: 'release',
    by: 'SYSTEM',
    did: null,
    company,
    version,
    from: status,
    to: status,
    reason: null,
  }
  return { ...before, version, releasedAt: at, acts: [...before.acts, act] }
}
