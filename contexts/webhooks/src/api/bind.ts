import type { Core } from '../core.ts'
import {
  applicationIn,
  type Caller,
  type InApplication,
  type InOrganisation,
  organisationOf,
} from './gate.ts'

/** A handler that waits for the core. Each `*.operations.ts` names those of its part of the contract. */
export type Unbound<I, O> = (core: Core) => (caller: Caller, input: I) => O

/** The core on the database of this call. */
const coreOf = (core: Core, caller: Caller): Core =>
  caller?.database ? { ...core, database: caller.database } : core

/** A handler that gets the core alone: anyone may call. */
export const forAnyone =
  <I, O>(work: (core: Core, input: I) => O): Unbound<I, O> =>
  (core) =>
  (_, input) =>
    work(core, input)

/** A handler that gets the core and proof of its organisation. */
export const inOrganisation =
  <I, O>(work: (core: Core, at: InOrganisation, input: I) => O): Unbound<I, O> =>
  (core) =>
  (caller, input) =>
    work(coreOf(core, caller), organisationOf(caller), input)

/** A handler that gets the core and proof of its application. */
export const inApplication =
  <I, O>(work: (core: Core, at: InApplication, input: I) => O): Unbound<I, O> =>
  (core) =>
  (caller, input) =>
    work(coreOf(core, caller), applicationIn(caller), input)

/** One that changes applications, which makes the remembered ones worthless. */
export const changing =
  <I, O>(handler: Unbound<I, Promise<O>>): Unbound<I, Promise<O>> =>
  (core) =>
  (caller, input) =>
    handler(core)(caller, input).finally(core.applications.clear)

type Bound<P> = {
  readonly [K in keyof P]: P[K] extends (core: Core) => infer Handler ? Handler : never
}

/** The handlers of a part once they have the core. */
export const bind = <P extends Readonly<Record<string, (core: Core) => unknown>>>(
  core: Core,
  part: P,
): Bound<P> =>
  // The names stay, and each value is what the function under its name makes.
  Object.fromEntries(
    Object.entries(part).map(([name, handler]) => [name, handler(core)]),
  ) as Bound<P>
