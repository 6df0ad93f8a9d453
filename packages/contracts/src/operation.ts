import type * as z from 'zod/mini'
import type { $ZodObject, $ZodType } from 'zod/v4/core'
import type { Permission } from './permission.ts'

/**
 * Who may call, as data: the server refuses by it, the screens hide by it, the access suite loops over it.
 * - `anyone`: no credentials needed.
 * - `viewer`: any signed-in user.
 * - `{permission}`: a viewer who holds the permission in some company;
 *   with `company`, in the company whose DID stands in that path, query or body field.
 *   With `people: 'own'`, only for the company's own people and machines: neither the internal admin's
 *   role nor an operator's look opens it; with `people: 'inside'`, an operator's look opens it too.
 *   With `sole`, callers who work for one company may leave the field out.
 * - `organisation`, `application`, `portal`: bearer tokens of the webhook service; an organisation's
 *   token opens its applications too, `portal` is for application tokens alone.
 */
export type Access =
  | 'anyone'
  | 'viewer'
  | 'organisation'
  | 'application'
  | 'portal'
  | ({ readonly permission: Permission; readonly company?: string } & CompanyRule)

/** Further conditions of access to one company; see {@link Access}. */
type CompanyRule = { readonly people?: 'own' | 'inside'; readonly sole?: true }

/** How many calls of a kind one person, or one machine client, has; machines have the same unless stated. */
export type CallLimit = {
  readonly minute: number
  readonly hour?: number
  readonly machine?: { readonly minute: number; readonly hour?: number }
}

/** Limited calls: searches, questions to registers of others, openings of personal data, and work on many. */
export const callLimits = {
  search: { minute: 300 },
  register: { minute: 30 },
  import: { minute: 30 },
  decrypt: { minute: 60, hour: 600, machine: { minute: 600 } },
  bulk: { minute: 20 },
} as const satisfies Readonly<Record<string, CallLimit>>

/** Calls a second of one company, its people and machines together, and how many at once after a pause. */
export const companyRates = {
  transfers: { perSecond: 100, burst: 200 },
  transferReads: { perSecond: 200, burst: 400 },
} as const

/** One HTTP operation. Validation, handler type, OpenAPI, client and the tests of refusal follow from it. */
export type Operation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `{name}` marks a path parameter. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  readonly query?: $ZodObject
  readonly body?: $ZodType
  /** The body is a form (`application/x-www-form-urlencoded`), as OAuth has it, instead of JSON. */
  readonly form?: true
  /** Largest accepted body in bytes; 64 KiB when absent. */
  readonly bodyLimit?: number
  /**
   * Fields that travel as JSON text, so that key order and the spelling of numbers survive: the body's
   * reach the handler as `RawJson`, the answer's are given as such.
   */
  readonly raw?: readonly string[]
  /**
   * Names that other versions of a client give to body fields: their name → ours, of a field of the body
   * or, as `application.throttleRate`, of an object in it. Two different values are refused.
   */
  readonly aliases?: { readonly [theirs: string]: string }
  readonly deprecated?: true
  /**
   * A handler of an operation in one company runs inside a transaction of that company. With `own`, it
   * opens its transactions itself: because it works across companies, streams, or calls other systems.
   */
  readonly transaction?: 'own'
  /** Of which kind of limited calls this is: {@link callLimits}. */
  readonly limit?: keyof typeof callLimits
  /**
   * A query parameter with which, where it is `true`, a call counts as one of another kind; or as many as the
   * parameter `rows` asks for, at most `most`.
   */
  readonly limitWith?: {
    readonly query: string
    readonly limit: keyof typeof callLimits
    readonly rows?: string
    readonly most?: number
  }
  /** How many such calls a second one company has: {@link companyRates}. */
  readonly rate?: keyof typeof companyRates
  /**
   * Set where a browser navigates instead of fetching: the answer is a redirect or a page,
   * and the Fetch-Metadata rules for navigations apply.
   */
  readonly navigation?: true
  /**
   * Set where the body is a form with one file: the file's largest size in bytes. `body` describes the
   * text fields, which come before the file.
   */
  readonly upload?: number
  /** Set where the answer is a file. */
  readonly download?: true
  /**
   * Success status to body; `null` is an empty body. Errors are the same everywhere and are not listed,
   * but for those whose body another standard decides.
   */
  readonly returns: { readonly [status: number]: $ZodType | null }
}

/** A context's API: groups of operations, e.g. `webhooks.endpoint.list`. */
export type Contract = { readonly [group: string]: { readonly [name: string]: Operation } }

type PathParams<P extends string> = P extends `${string}{${infer K}}${infer Rest}`
  ? { [X in K]: string } & PathParams<Rest>
  : unknown

/** A file on its way in. Reading it throws when it is too large, or when the sender goes away. */
export type IncomingFile = {
  /** As the sender calls it; without folders. */
  readonly name: string
  /** As the sender declares it. */
  readonly mediaType: string
  readonly bytes: AsyncIterable<Uint8Array>
}

/** A file on its way out. */
export type OutgoingFile = {
  readonly name: string
  readonly mediaType: string
  readonly size: number
  readonly bytes: AsyncIterable<Uint8Array>
}

/** What a caller sends (before defaults): path parameters by name, `query`, `body`. */
export type Request<O extends Operation> = PathParams<O['path']> &
  (O extends { query: infer Q extends $ZodType } ? { query?: z.input<Q> } : unknown) &
  (O extends { body: infer B extends $ZodType } ? { body: z.input<B> } : unknown)

/** What a handler receives (after validation and defaults). */
export type Input<O extends Operation> = PathParams<O['path']> &
  (O extends { query: infer Q extends $ZodType } ? { query: z.output<Q> } : unknown) &
  (O extends { body: infer B extends $ZodType } ? { body: z.output<B> } : unknown) &
  (O extends { upload: number } ? { file: IncomingFile } : unknown)

type Body<S> = S extends $ZodType ? z.output<S> : undefined
// biome-ignore lint/suspicious/noConfusingVoidType: a handler that answers nothing returns nothing
type Given<S> = S extends $ZodType ? z.input<S> : void
type Union<T> = T[keyof T]
type IsUnion<T, U = T> = T extends U ? ([U] extends [T] ? false : true) : never

/** Headers that an answer carries besides the usual ones; a list sends the header several times. */
export type AnswerHeaders = { readonly [name: string]: string | readonly string[] }

/**
 * What a handler returns: the body, or `{status, body, headers}` where more than one success is
 * possible or the success is a navigation.
 */
export type Output<O extends Operation> = O extends { download: true }
  ? OutgoingFile
  : O extends { navigation: true }
    ? Answers<O>
    : IsUnion<keyof O['returns']> extends true
      ? Answers<O>
      : Given<Union<O['returns']>>

type Answers<O extends Operation> = Union<{
  [S in keyof O['returns']]: { status: S; body: Given<O['returns'][S]>; headers?: AnswerHeaders }
}>

/** What a client gets back: the body of whichever success. It follows a 303 by itself. */
export type Reply<O extends Operation> = Body<Union<Omit<O['returns'], 303>>>

/** Access for a viewer who holds `permission` in some company of theirs. */
export const can = <P extends Permission>(permission: P) => ({ permission })

/** Access for a viewer who holds `permission` in the company named by the input field `company`. */
export const canIn = <P extends Permission, R extends CompanyRule = object>(
  permission: P,
  company: string,
  rule?: R,
) => ({ permission, company, ...rule })

/** Every operation of a contract with its dotted name, e.g. `vasp.get`. */
export function operationsOf(contract: Contract): { name: string; operation: Operation }[] {
  return Object.entries(contract).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, operation]) => ({
      name: `${group}.${name}`,
      operation,
    })),
  )
}
