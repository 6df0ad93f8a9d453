// Derived from packages/contracts by `npm run derive`; do not edit.

/** An answer: ApplicationOut. */
export type ApplicationOut = {
  readonly id: string
  readonly uid?: string | null | undefined
  readonly name: string
  readonly rateLimit?: number | null | undefined
  readonly throttleRate?: number | null | undefined
  readonly metadata: { readonly [name: string]: string }
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Body of a request: ApplicationIn. */
export type ApplicationIn = {
  /** at least 1 long */
  readonly name: string
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly uid?: string | null | undefined
  /** 1 to 65535 */
  readonly rateLimit?: number | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
}

/** Body of a request: ApplicationPatch. */
export type ApplicationPatch = {
  /** at least 1 long */
  readonly name?: string | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly uid?: string | null | undefined
  /** 1 to 65535 */
  readonly rateLimit?: number | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
}

/** Body of a request: AppPortalAccessIn. */
export type AppPortalAccessIn = {
  /** at most 100 items */
  readonly featureFlags?: readonly string[] | undefined
}

/** An answer: AppPortalAccessOut. */
export type AppPortalAccessOut = {
  readonly url: string
  readonly token: string
}

/** An answer: DashboardAccessOut. */
export type DashboardAccessOut = {
  readonly url: string
  readonly token: string
}

/** Body of a request: ApplicationTokenExpireIn. */
export type ApplicationTokenExpireIn = {
  /** 0 to 259200 */
  readonly expiry?: number | null | undefined
}

/** Body of a request: OneTimeTokenIn. */
export type OneTimeTokenIn = {
  /** at most 4096 long */
  readonly oneTimeToken: string
}

/** An answer: OneTimeTokenOut. */
export type OneTimeTokenOut = {
  readonly token: string
}

/** An answer: EndpointOut. */
export type EndpointOut = {
  readonly id: string
  readonly uid: string | null
  readonly url: string
  readonly description: string
  readonly version: number
  readonly rateLimit: number | null
  readonly throttleRate: number | null
  readonly disabled: boolean
  readonly filterTypes: readonly string[] | null
  readonly eventTypes: readonly string[] | null
  readonly channels: readonly string[] | null
  readonly metadata: { readonly [name: string]: string }
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Body of a request: EndpointIn. */
export type EndpointIn = {
  /** at most 65536 long, URI */
  readonly url: string
  /** default "" */
  readonly description?: string | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly uid?: string | null | undefined
  /** 1 to 65535 */
  readonly version?: number | null | undefined
  /** 1 to 65535 */
  readonly rateLimit?: number | null | undefined
  /** default false */
  readonly disabled?: boolean | undefined
  /** at least 1 items */
  readonly filterTypes?: readonly string[] | null | undefined
  /** 1 to 10 items */
  readonly channels?: readonly string[] | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
  /** `^(whsec_|whsk_)?[a-zA-Z0-9+/]{32,98}={0,2}$` */
  readonly secret?: string | null | undefined
  readonly headers?: { readonly [name: string]: string } | null | undefined
}

/** Body of a request: EndpointUpdate. */
export type EndpointUpdate = {
  /** at most 65536 long, URI */
  readonly url: string
  /** default "" */
  readonly description?: string | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly uid?: string | null | undefined
  /** 1 to 65535 */
  readonly version?: number | null | undefined
  /** 1 to 65535 */
  readonly rateLimit?: number | null | undefined
  /** default false */
  readonly disabled?: boolean | undefined
  /** at least 1 items */
  readonly filterTypes?: readonly string[] | null | undefined
  /** 1 to 10 items */
  readonly channels?: readonly string[] | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
}

/** Body of a request: EndpointPatch. */
export type EndpointPatch = {
  /** at most 65536 long, URI */
  readonly url?: string | undefined
  readonly description?: string | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly uid?: string | null | undefined
  /** 1 to 65535 */
  readonly version?: number | undefined
  /** 1 to 65535 */
  readonly rateLimit?: number | null | undefined
  readonly disabled?: boolean | undefined
  /** at least 1 items */
  readonly filterTypes?: readonly string[] | null | undefined
  /** 1 to 10 items */
  readonly channels?: readonly string[] | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
  /** `^(whsec_|whsk_)?[a-zA-Z0-9+/]{32,98}={0,2}$` */
  readonly secret?: string | null | undefined
}

/** An answer: EndpointSecretOut. */
export type EndpointSecretOut = {
  readonly key: string
}

/** Body of a request: EndpointSecretRotateIn. */
export type EndpointSecretRotateIn = {
  /** `^(whsec_|whsk_)?[a-zA-Z0-9+/]{32,98}={0,2}$` */
  readonly key?: string | null | undefined
}

/** An answer: EndpointHeadersOut. */
export type EndpointHeadersOut = {
  readonly headers: { readonly [name: string]: string }
  readonly sensitive: readonly string[]
}

/** Body of a request: EndpointHeadersIn. */
export type EndpointHeadersIn = {
  readonly headers: { readonly [name: string]: string }
}

/** Body of a request: EndpointHeadersPatchIn. */
export type EndpointHeadersPatchIn = {
  readonly headers: { readonly [name: string]: string | null }
}

/** An answer: EndpointStats. */
export type EndpointStats = {
  readonly success: number
  readonly pending: number
  readonly sending: number
  readonly fail: number
  readonly canceled: number
}

/** An answer: EventTypeOut. */
export type EventTypeOut = {
  readonly name: string
  readonly description: string
  readonly archived: boolean
  readonly deprecated: boolean
  readonly schemas: { readonly [name: string]: { readonly [name: string]: unknown } } | null
  readonly featureFlag: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Body of a request: EventTypeIn. */
export type EventTypeIn = {
  readonly description: string
  /** default false */
  readonly archived?: boolean | undefined
  readonly schemas?: { readonly [name: string]: { readonly [name: string]: unknown } } | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly featureFlag?: string | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly name: string
}

/** Body of a request: EventTypeUpdate. */
export type EventTypeUpdate = {
  readonly description: string
  /** default false */
  readonly archived?: boolean | undefined
  readonly schemas?: { readonly [name: string]: { readonly [name: string]: unknown } } | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly featureFlag?: string | null | undefined
}

/** Body of a request: EventTypePatch. */
export type EventTypePatch = {
  readonly description?: string | undefined
  readonly archived?: boolean | undefined
  readonly schemas?: { readonly [name: string]: { readonly [name: string]: unknown } } | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly featureFlag?: string | null | undefined
}

/** An answer: MessageOut. */
export type MessageOut = {
  readonly id: string
  readonly eventId: string | null
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly payload: { readonly [name: string]: unknown }
  readonly timestamp: Date
}

/** Body of a request: MessageIn. */
export type MessageIn = {
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventType: string
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventId?: string | null | undefined
  readonly payload: { readonly [name: string]: unknown }
  /** 1 to 5 items */
  readonly channels?: readonly string[] | null | undefined
  /** 5 to 90 */
  readonly payloadRetentionPeriod?: number | null | undefined
  readonly application?: ApplicationIn | null | undefined
}

/** An answer: MessageRawPayloadOut. */
export type MessageRawPayloadOut = {
  readonly payload: string
}

/** An answer: MessageAttemptOut. */
export type MessageAttemptOut = {
  readonly id: string
  readonly msgId: string
  readonly endpointId: string
  readonly url: string
  readonly status: 0 | 1 | 2 | 3
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly responseStatusCode: number
  readonly response: string
  readonly responseDurationMs: number
  readonly triggerType: 0 | 1
  readonly timestamp: Date
}

/** An answer: EndpointMessageOut. */
export type EndpointMessageOut = {
  readonly id: string
  readonly eventId: string | null
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly payload: { readonly [name: string]: unknown }
  readonly timestamp: Date
  readonly status: 0 | 1 | 2 | 3
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly nextAttempt?: Date | null | undefined
}

/** An answer: MessageEndpointOut. */
export type MessageEndpointOut = {
  readonly id: string
  readonly uid: string | null
  readonly url: string
  readonly description: string
  readonly version: number
  readonly rateLimit: number | null
  readonly throttleRate: number | null
  readonly disabled: boolean
  readonly filterTypes: readonly string[] | null
  readonly eventTypes: readonly string[] | null
  readonly channels: readonly string[] | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly status: 0 | 1 | 2 | 3
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly nextAttempt?: Date | null | undefined
}

/** An answer: MessageAttemptHeadersOut. */
export type MessageAttemptHeadersOut = {
  readonly sentHeaders: { readonly [name: string]: string }
  readonly sensitive: readonly string[]
}

/** An answer: MessageAttemptEndpointOut. */
export type MessageAttemptEndpointOut = {
  readonly id: string
  readonly msgId: string
  readonly endpointId: string
  readonly url: string
  readonly status: 0 | 1 | 2 | 3
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly responseStatusCode: number
  readonly response: string
  readonly responseDurationMs: number
  readonly triggerType: 0 | 1
  readonly timestamp: Date
}
