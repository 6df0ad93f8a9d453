/** What decides whether an endpoint gets a message; null filters let everything through. */
export type Route = {
  readonly disabled: boolean
  readonly filterTypes: ReadonlySet<string> | null
  readonly channels: ReadonlySet<string> | null
}

/** What of a message decides where it goes. */
export type Routed = { readonly eventType: string; readonly channels: readonly string[] | null }

/**
 * Whether an endpoint gets a message (contract 5.1). A message without channels never reaches an
 * endpoint that has channels. Comparison is case-sensitive.
 */
export function isRouted(route: Route, message: Routed): boolean {
  if (route.disabled) return false
  if (route.filterTypes !== null && !route.filterTypes.has(message.eventType)) return false
  const { channels } = route
  if (channels === null) return true
  return message.channels?.some((channel) => channels.has(channel)) ?? false
}
