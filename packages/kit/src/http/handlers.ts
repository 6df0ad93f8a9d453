import type { Contract, Input, Operation, Output } from '@countersign/contracts'
import type { Actor } from '../audit/audit.ts'
import type { Database, Tx } from '../database/db.ts'
import type { Handlers } from './serve.ts'

/** What every caller of an operation says about itself. */
export type CallerFacts = {
  readonly viewer: { readonly did: string }
  readonly requestId: string
  /** The company that the gate checked the permission in. */
  readonly company?: string
}

/** What a context needs for its transactions. */
type TransactionDeps<Tables> = {
  readonly database: Database<Tables>
  /** Unix time in milliseconds. */
  readonly clock: () => number
}

/** One call of an operation: who calls, when, and what the context needs of the world. */
export type Call<Deps, Caller> = {
  readonly deps: Deps
  readonly caller: Caller
  /** The caller as the audit chain names them. */
  readonly actor: Actor
  readonly at: Date
}

/** A call in one company, inside a transaction that sees the rows of this company and those open to all. */
export type CompanyCall<Deps, Caller, Tables> = Call<Deps, Caller> & {
  readonly tx: Tx<Tables>
  readonly company: string
}

/** An operation in one company that leaves its transaction to `serve`. */
type InCompany = Operation & { readonly access: { readonly company: string } }
type OwnTransaction = { readonly transaction: 'own' }

type Handler<O extends Operation, Deps, Caller, Tables> = (
  call: O extends OwnTransaction
    ? Call<Deps, Caller>
    : O extends InCompany
      ? CompanyCall<Deps, Caller, Tables>
      : Call<Deps, Caller>,
  input: Input<O>,
) => Promise<Output<O>> | Output<O>

/** The handlers of one group of a contract, once they know what the context needs. */
type Bound<G extends Contract[string], Deps, Caller> = (
  deps: Deps,
) => Handlers<{ readonly group: G }, Caller>['group']

/**
 * How a context writes its handlers: `const handlers = handlersOf<Deps, Caller, Tables>()`, then for each
 * group of its contract `export const vasp = handlers(trust.vasp, { … })`. A handler of an operation in
 * one company runs inside that company's transaction, unless the operation declares one of its own.
 */
export const handlersOf =
  <Deps extends TransactionDeps<Tables>, Caller extends CallerFacts, Tables>() =>
  <G extends Contract[string]>(
    group: G,
    handlers: { readonly [K in keyof G]: Handler<G[K], Deps, Caller, Tables> },
  ): Bound<G, Deps, Caller> =>
  (deps) => {
    const run = (operation: Operation, handler: unknown) => (caller: Caller, input: unknown) => {
      const call = {
        deps,
        caller,
        at: new Date(deps.clock()),
        actor: { did: caller.viewer.did, requestId: caller.requestId },
      }
      if (typeof handler !== 'function')
        throw new Error(`Operation without handler: ${operation.path}`)
      if (!needsTransaction(operation)) return handler(call, input)
      const { company } = caller
      if (company === undefined) throw new Error(`The gate named no company: ${operation.path}`)
      return deps.database.withTenant(company, (tx) => handler({ ...call, tx, company }, input))
    }
    const bound = Object.entries(group).map(([name, operation]) => [
      name,
      run(operation, Reflect.get(handlers, name)),
    ])
    // The types of the group are those of its contract, which `handlers` was held to above.
    return Object.fromEntries(bound)
  }

const needsTransaction = ({ access, transaction }: Operation): boolean =>
  transaction === undefined && typeof access === 'object' && access.company !== undefined

/** Gives all groups of a context what it needs of the world. A group that is missing does not compile. */
export const bindGroups = <C extends Contract, Deps, Caller>(
  groups: { readonly [G in keyof C]: Bound<C[G], Deps, Caller> },
  deps: Deps,
): Handlers<C, Caller> => {
  const bound = Object.entries<(deps: Deps) => unknown>(groups).map(([name, bind]) => [
    name,
    bind(deps),
  ])
  return Object.fromEntries(bound)
}
