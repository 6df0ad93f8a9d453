/** A request that succeeds in the demo. */
export type RequestExample = {
  readonly path?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** What goes into a call besides its path, by the names of the wire. */
export type Given = { readonly query?: object; readonly body?: object }

/** What examples speak of: things that are there, and names that nothing has yet. */
export type Scene = {
  /** The values of path parameters, by their names. */
  readonly path: Readonly<Record<string, string>>
  /** Where a receiver listens. */
  readonly target: string
  /** Names that another application, endpoint and message have. */
  readonly taken: { readonly uid: string; readonly eventId: string }
  /** A name that nothing has yet. */
  readonly fresh: string
  readonly oneTimeToken: string
  /** The time so many hours ago. */
  readonly ago: (hours: number) => Date
}

/** How one operation is called so that it succeeds, and how so that it is refused. */
export type Example = {
  /** Query and body of a success; nothing when absent. */
  readonly good?: Given
  /** What of its answer must be there. */
  readonly answer?: object
  /** Each is 422. */
  readonly invalid?: readonly Given[]
  /** Each is 400. */
  readonly bad?: readonly Given[]
  /** Names what is taken: 409. */
  readonly conflict?: Given
  /** Takes something away that others need, although it is no DELETE. */
  readonly destroys?: true
}
