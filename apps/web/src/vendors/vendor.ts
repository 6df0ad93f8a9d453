/** Where a user is, without revealing who they are or what they view. */
export interface PageFacts {
  /** The route's own title, such as `Company`. */
  readonly title: string
  /** The route with its parameters unfilled, such as `/network/vasps/$did`. */
  readonly route: string
}

/** Watches how the page performs for real people. */
export interface Monitor {
  page(facts: PageFacts): void
  /** Told of an address before anybody is shown it. */
  leavingFor?(path: string): void
  setRole(role: string): void
  error(error: unknown): void
  /** Stops and starts sending, as the viewer's choice on cookies changes. */
  allow(allowed: boolean): void
}

/** Collects errors of the page. */
export interface ErrorReports {
  setRole(role: string): void
  error(error: unknown): void
}

/** Counts pages, for those who agreed. */
export interface Analytics {
  page(facts: PageFacts): void
  /** Forgets who was counted. */
  stop(): void
}

/** Who chats. */
export interface ChatPerson {
  readonly email: string
  /** Opaque, and the same for the same person. */
  readonly id: string
  /** Proves the address to the provider, where the deployment can. */
  readonly token: string | null
}

/** A window to talk to support. */
export interface ChatWidget {
  /** Ends the conversation in this browser. */
  stop(): void
}
