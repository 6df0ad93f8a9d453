import type { ActedBy, Action, Side } from '@countersign/contracts/transactions'
import { type Actor, system } from '@countersign/kit/audit'
import type { Caller } from '../deps.ts'
import type { Given } from './facts.ts'

/** Who acts, in which company, when. */
export type Doer = {
  readonly company: string
  readonly by: ActedBy
  /** The DID of a person or client; null: a step. */
  readonly did: string | null
  readonly actor: Actor
  readonly at: Date
  /** A step that does what its company's side may do, as the company's settings say. */
  readonly asSide?: true
  /** The rule that decided, and the version of the rules that it is part of. */
  readonly rule?: { readonly id: string; readonly version: number }
}

/** The caller of an operation as one who acts for a company. */
export const doerOf = (caller: Caller, company: string, actor: Actor, at: Date): Doer => ({
  company,
  actor,
  at,
  did: caller.viewer.did,
  by: caller.viewer.clientId === undefined ? 'PERSON' : 'CLIENT',
})

/** A step that acts for a company. */
export const stepOf = (company: string, at: Date): Doer => ({
  company,
  at,
  did: null,
  by: 'SYSTEM',
  actor: system,
})

/** What is to be done to which transfer. `version`: the one that the caller saw. */
export type Wanted = {
  readonly id: string
  readonly action: Action
  readonly version?: number | undefined
  readonly given?: Given
}

/** For whom something is done: timers and the network act for no company's side. */
export function actingSide({ by, asSide }: Doer, part: Side): Side {
  if (by === 'NETWORK') return 'network'
  return by === 'SYSTEM' && !asSide ? 'system' : part
}
