/** What the clients, the receiver and the saboteur have seen; the checker knows nothing else of a run. */
export type History = {
  /** Marks of all messages that were ever asked for, and the applications they went to. */
  readonly asked: Map<string, string>
  /** Messages that were answered with 202: id to mark. */
  readonly acknowledged: Map<string, string>
  readonly receipts: Receipt[]
  readonly faults: Fault[]
}

/** A request that the receiver has answered. Times are milliseconds of one monotonic clock. */
export type Receipt = {
  readonly msgId: string
  readonly endpointId: string
  readonly mark: string
  readonly at: number
  /** Whether it was answered with success. */
  readonly ok: boolean
  /** Whether its signature held. */
  readonly signed: boolean
}

/** `both` is a process that accepts and sends; `pause` halts a process for longer than its leases. */
export const faultKinds = ['api', 'worker', 'both', 'postgres', 'pause'] as const

/** What was done to the service. */
export type FaultKind = (typeof faultKinds)[number]

/** One fault; `back` is when the process was ready again. */
export type Fault = {
  readonly kind: FaultKind
  readonly at: number
  readonly back: number
}

/** An application and its endpoints. */
export type Place = { readonly appId: string; readonly endpoints: readonly Endpoint[] }

/** An endpoint, and how it behaves. */
export type Endpoint = { readonly id: string; readonly behaviour: Behaviour; readonly key: string }

/** The part of requests that fails, and how long an answer takes. */
export type Behaviour = { readonly failing: number; readonly slowMs: number }

/** A history without anything in it. */
export const emptyHistory = (): History => ({
  asked: new Map(),
  acknowledged: new Map(),
  receipts: [],
  faults: [],
})
