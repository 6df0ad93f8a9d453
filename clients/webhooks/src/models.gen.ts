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
  /** 1 to 65535 */
  readonly throttleRate?: number | null | undefined
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
  /** 1 to 65535 */
  readonly throttleRate?: number | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
}

/** An answer: ApplicationStats. */
export type ApplicationStats = {
  readonly appId: string
  readonly appUid?: string | null | undefined
  readonly messageDestinations: number
}

/** Body of a request: AppPortalAccessIn. */
export type AppPortalAccessIn = {
  readonly application?: ApplicationIn | null | undefined
  /** at least 1 items */
  readonly capabilities?: readonly ('ViewBase' | 'ViewEndpointSecret' | 'ManageEndpointSecret' | 'ManageTransformations' | 'CreateAttempts' | 'ManageEndpoint')[] | null | undefined
  readonly readOnly?: boolean | null | undefined
  /** 3600 to 604800 */
  readonly expiry?: number | null | undefined
  /** 1 to 64 long, `^[a-zA-Z0-9@_-]+$` */
  readonly sessionId?: string | null | undefined
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
  /** at most 1000 items */
  readonly sessionIds?: readonly string[] | null | undefined
  /** 0 to 259200 */
  readonly expiry?: number | null | undefined
}

/** An answer: AuthenticationWhoamiOut. */
export type AuthenticationWhoamiOut = {
  readonly envId: string
  readonly appId: string | null
  readonly permissionSource: 'SvixJwt' | 'RegionalAuthToken'
  readonly sessionId: string | null
}

/** Body of a request: OneTimeTokenIn. */
export type OneTimeTokenIn = {
  /** at most 4096 long */
  readonly oneTimeToken: string
}

/** An answer: OneTimeTokenOut. */
export type OneTimeTokenOut = {
  readonly token: string
  readonly capabilities: readonly ('ViewBase' | 'ViewEndpointSecret' | 'ManageEndpointSecret' | 'ManageTransformations' | 'CreateAttempts' | 'ManageEndpoint')[]
}

/** An answer: AuthenticationGetPollerTokenOut. */
export type AuthenticationGetPollerTokenOut = {
  readonly id: string
  readonly token: string
  readonly name: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly scopes: readonly string[] | null
}

/** Body of a request: AuthenticationRotatePollerTokenIn. */
export type AuthenticationRotatePollerTokenIn = {
  /** 1 to 31536000 */
  readonly expiry?: number | null | undefined
  /** 0 to 86400, default 300 */
  readonly oldTokenExpiry?: number | undefined
}

/** An answer: AuthenticationRotatePollerTokenOut. */
export type AuthenticationRotatePollerTokenOut = {
  readonly id: string
  readonly token: string
  readonly name: string | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly scopes: readonly string[] | null
}

/** An answer: BackgroundTaskOut. */
export type BackgroundTaskOut = {
  readonly id: string
  readonly status: 'running' | 'finished' | 'failed'
  readonly task: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | 'endpoint.bulk-replay' | 'application.purge_content' | 'event-type.aggregate'
  readonly updatedAt: Date
  readonly data: { readonly [name: string]: unknown }
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
  readonly ordered: boolean
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
  /** 1 to 65535 */
  readonly throttleRate?: number | null | undefined
  /** default false */
  readonly disabled?: boolean | undefined
  /** default false */
  readonly ordered?: boolean | undefined
  readonly filterTypes?: readonly string[] | null | undefined
  readonly eventTypes?: readonly string[] | null | undefined
  /** 1 to 10 items */
  readonly channels?: readonly string[] | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
  /** `^(whsec_|whsk_)?[a-zA-Z0-9+/]{32,100}={0,2}$` */
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
  /** 1 to 65535 */
  readonly throttleRate?: number | null | undefined
  /** default false */
  readonly disabled?: boolean | undefined
  /** default false */
  readonly ordered?: boolean | undefined
  readonly filterTypes?: readonly string[] | null | undefined
  readonly eventTypes?: readonly string[] | null | undefined
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
  /** 1 to 65535 */
  readonly throttleRate?: number | null | undefined
  readonly disabled?: boolean | undefined
  readonly ordered?: boolean | undefined
  readonly filterTypes?: readonly string[] | null | undefined
  readonly eventTypes?: readonly string[] | null | undefined
  /** 1 to 10 items */
  readonly channels?: readonly string[] | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
  /** `^(whsec_|whsk_)?[a-zA-Z0-9+/]{32,100}={0,2}$` */
  readonly secret?: string | null | undefined
}

/** An answer: EndpointListHeldKeysOut. */
export type EndpointListHeldKeysOut = {
  readonly orderingKey: string
  readonly msgId: string
  readonly status: 0 | 1 | 2 | 3 | 4
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly nextAttempt: Date | null
  readonly waiting: number
}

/** An answer: EndpointSecretOut. */
export type EndpointSecretOut = {
  readonly key: string
}

/** Body of a request: EndpointSecretRotateIn. */
export type EndpointSecretRotateIn = {
  /** `^(whsec_|whsk_)?[a-zA-Z0-9+/]{32,100}={0,2}$` */
  readonly key?: string | null | undefined
  /** 0 to 604800 */
  readonly gracePeriodSeconds?: number | null | undefined
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
  readonly deleteHeaders?: readonly string[] | null | undefined
}

/** An answer: EndpointStats. */
export type EndpointStats = {
  readonly success: number
  readonly pending: number
  readonly sending: number
  readonly fail: number
  readonly canceled: number
  readonly recoverable: number
}

/** An answer: EndpointTransformationOut. */
export type EndpointTransformationOut = {
  readonly code: string | null
  readonly enabled: boolean
  readonly variables: { readonly [name: string]: string } | null
  readonly updatedAt: Date | null
}

/** Body of a request: EndpointTransformationIn. */
export type EndpointTransformationIn = {
  /** 10 to 51200 long */
  readonly code?: string | null | undefined
  readonly enabled?: boolean | undefined
  readonly variables?: { readonly [name: string]: string } | null | undefined
}

/** Body of a request: EndpointTransformationSimulateIn. */
export type EndpointTransformationSimulateIn = {
  /** 10 to 51200 long */
  readonly code: string
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventType: string
  readonly payload: { readonly [name: string]: unknown }
  /** 1 to 5 items */
  readonly channels?: readonly string[] | null | undefined
  readonly variables?: { readonly [name: string]: string } | null | undefined
}

/** An answer: EndpointTransformationSimulateOut. */
export type EndpointTransformationSimulateOut = {
  readonly url: string
  readonly method: 'POST' | 'PUT' | null
  readonly payload: string
  readonly cancel: boolean
}

/** Body of a request: RecoverIn. */
export type RecoverIn = {
  readonly since: Date | string
  readonly until?: Date | string | null | undefined
}

/** An answer: RecoverOut. */
export type RecoverOut = {
  readonly id: string
  readonly status: 'running' | 'finished' | 'failed'
  readonly task: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | 'endpoint.bulk-replay' | 'application.purge_content' | 'event-type.aggregate'
  readonly updatedAt: Date
}

/** Body of a request: ReplayIn. */
export type ReplayIn = {
  readonly since: Date | string
  readonly until?: Date | string | null | undefined
}

/** An answer: ReplayOut. */
export type ReplayOut = {
  readonly id: string
  readonly status: 'running' | 'finished' | 'failed'
  readonly task: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | 'endpoint.bulk-replay' | 'application.purge_content' | 'event-type.aggregate'
  readonly updatedAt: Date
}

/** Body of a request: EndpointBulkReplayIn. */
export type EndpointBulkReplayIn = {
  readonly since: Date | string
  readonly until?: Date | string | null | undefined
  readonly eventTypes?: readonly string[] | null | undefined
  /** 1 to 128 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly channel?: string | null | undefined
  /** 1 to 128 long, `^[a-zA-Z0-9\-_./\\#]+$` */
  readonly tag?: string | undefined
  readonly status?: 0 | 1 | 2 | 3 | 4 | null | undefined
  readonly statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | null | undefined
}

/** An answer: EndpointBulkReplayOut. */
export type EndpointBulkReplayOut = {
  readonly id: string
  readonly status: 'running' | 'finished' | 'failed'
  readonly task: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | 'endpoint.bulk-replay' | 'application.purge_content' | 'event-type.aggregate'
  readonly updatedAt: Date
}

/** Body of a request: EventExampleIn. */
export type EventExampleIn = {
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventType: string
  /** at least 0, default 0 */
  readonly exampleIndex?: number | undefined
}

/** An answer: MessageOut. */
export type MessageOut = {
  readonly id: string
  readonly eventId: string | null
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly payload: { readonly [name: string]: unknown }
  readonly timestamp: Date
  readonly orderingKey?: string | null | undefined
  readonly tags?: readonly string[] | null | undefined
  readonly deliverAt?: Date | null | undefined
}

/** An answer: EnvironmentOut. */
export type EnvironmentOut = {
  readonly createdAt: Date
  readonly version: number
  readonly eventTypes: readonly EventTypeOut[]
  readonly settings: { readonly colorPaletteDark: { readonly backgroundHover: string | null; readonly backgroundPrimary: string | null; readonly backgroundSecondary: string | null; readonly interactiveAccent: string | null; readonly textDanger: string | null; readonly textPrimary: string | null; readonly textSecondary: string | null; readonly primary: string | null; readonly borderPrimary: string | null; readonly buttonPrimary: string | null; readonly navigationAccent: string | null } | null; readonly colorPaletteLight: { readonly backgroundHover: string | null; readonly backgroundPrimary: string | null; readonly backgroundSecondary: string | null; readonly interactiveAccent: string | null; readonly textDanger: string | null; readonly textPrimary: string | null; readonly textSecondary: string | null; readonly primary: string | null; readonly borderPrimary: string | null; readonly buttonPrimary: string | null; readonly navigationAccent: string | null } | null; readonly customColor: string | null; readonly customFontFamily: string | null; readonly customLogoUrl: string | null; readonly logoUrl: string | null; readonly customStringsOverride: { readonly channelsOne: string | null; readonly channelsMany: string | null; readonly channelsHelp: string | null } | null; readonly customThemeOverride: { readonly borderRadius: { readonly button: 'none' | 'lg' | 'md' | 'sm' | 'full' | null; readonly card: 'none' | 'lg' | 'md' | 'sm' | 'full' | null; readonly input: 'none' | 'lg' | 'md' | 'sm' | 'full' | null } | null; readonly fontSize: { readonly base: number | null } | null } | null; readonly enableChannels: boolean; readonly enableIntegrationManagement: boolean; readonly enableMessageTags: boolean; readonly enableTransformations: boolean; readonly wipeSuccessfulPayload: boolean; readonly customBaseFontSize: number | null; readonly disableEndpointOnFailure: boolean; readonly displayName: string | null; readonly enforceHttps: boolean; readonly eventCatalogPublished: boolean; readonly readOnly: boolean } | null
  readonly connectors: readonly unknown[]
  readonly transformationTemplates: readonly unknown[]
}

/** Body of a request: EnvironmentIn. */
export type EnvironmentIn = {
  readonly createdAt?: Date | string | undefined
  /** default 1 */
  readonly version?: number | undefined
  readonly eventTypes?: readonly EventTypeIn[] | null | undefined
  readonly settings?: { readonly colorPaletteDark?: { readonly backgroundHover?: string | null | undefined; readonly backgroundPrimary?: string | null | undefined; readonly backgroundSecondary?: string | null | undefined; readonly interactiveAccent?: string | null | undefined; readonly textDanger?: string | null | undefined; readonly textPrimary?: string | null | undefined; readonly textSecondary?: string | null | undefined; readonly primary?: string | null | undefined; readonly borderPrimary?: string | null | undefined; readonly buttonPrimary?: string | null | undefined; readonly navigationAccent?: string | null | undefined } | null | undefined; readonly colorPaletteLight?: { readonly backgroundHover?: string | null | undefined; readonly backgroundPrimary?: string | null | undefined; readonly backgroundSecondary?: string | null | undefined; readonly interactiveAccent?: string | null | undefined; readonly textDanger?: string | null | undefined; readonly textPrimary?: string | null | undefined; readonly textSecondary?: string | null | undefined; readonly primary?: string | null | undefined; readonly borderPrimary?: string | null | undefined; readonly buttonPrimary?: string | null | undefined; readonly navigationAccent?: string | null | undefined } | null | undefined; readonly customColor?: string | null | undefined; readonly customFontFamily?: string | null | undefined; readonly customLogoUrl?: string | null | undefined; readonly logoUrl?: string | null | undefined; readonly customStringsOverride?: { readonly channelsOne?: string | null | undefined; readonly channelsMany?: string | null | undefined; readonly channelsHelp?: string | null | undefined } | null | undefined; readonly customThemeOverride?: { readonly borderRadius?: { readonly button?: 'none' | 'lg' | 'md' | 'sm' | 'full' | null | undefined; readonly card?: 'none' | 'lg' | 'md' | 'sm' | 'full' | null | undefined; readonly input?: 'none' | 'lg' | 'md' | 'sm' | 'full' | null | undefined } | null | undefined; readonly fontSize?: { readonly base?: number | null | undefined } | null | undefined } | null | undefined; readonly enableChannels?: boolean | undefined; readonly enableIntegrationManagement?: boolean | undefined; readonly enableMessageTags?: boolean | undefined; readonly enableTransformations?: boolean | undefined; readonly wipeSuccessfulPayload?: boolean | undefined; readonly customBaseFontSize?: number | null | undefined; readonly disableEndpointOnFailure?: boolean | undefined; readonly displayName?: string | null | undefined; readonly enforceHttps?: boolean | undefined; readonly eventCatalogPublished?: boolean | undefined; readonly readOnly?: boolean | undefined; readonly customFontFamilyUrl?: unknown | undefined; readonly enableEndpointMtlsConfig?: unknown | undefined; readonly enableEndpointOauthConfig?: unknown | undefined; readonly enableMessageStream?: unknown | undefined } | null | undefined
  readonly connectors?: unknown | undefined
}

/** An answer: EnvironmentSettingsOut. */
export type EnvironmentSettingsOut = {
  readonly colorPaletteDark: { readonly backgroundHover: string | null; readonly backgroundPrimary: string | null; readonly backgroundSecondary: string | null; readonly interactiveAccent: string | null; readonly textDanger: string | null; readonly textPrimary: string | null; readonly textSecondary: string | null; readonly primary: string | null; readonly borderPrimary: string | null; readonly buttonPrimary: string | null; readonly navigationAccent: string | null } | null
  readonly colorPaletteLight: { readonly backgroundHover: string | null; readonly backgroundPrimary: string | null; readonly backgroundSecondary: string | null; readonly interactiveAccent: string | null; readonly textDanger: string | null; readonly textPrimary: string | null; readonly textSecondary: string | null; readonly primary: string | null; readonly borderPrimary: string | null; readonly buttonPrimary: string | null; readonly navigationAccent: string | null } | null
  readonly customColor: string | null
  readonly customFontFamily: string | null
  readonly customLogoUrl: string | null
  readonly logoUrl: string | null
  readonly customStringsOverride: { readonly channelsOne: string | null; readonly channelsMany: string | null; readonly channelsHelp: string | null } | null
  readonly customThemeOverride: { readonly borderRadius: { readonly button: 'none' | 'lg' | 'md' | 'sm' | 'full' | null; readonly card: 'none' | 'lg' | 'md' | 'sm' | 'full' | null; readonly input: 'none' | 'lg' | 'md' | 'sm' | 'full' | null } | null; readonly fontSize: { readonly base: number | null } | null } | null
  readonly enableChannels: boolean
  readonly enableIntegrationManagement: boolean
  readonly enableMessageTags: boolean
  readonly enableTransformations: boolean
  readonly wipeSuccessfulPayload: boolean
}

/** An answer: EventTypeOut. */
export type EventTypeOut = {
  readonly name: string
  readonly description: string
  readonly archived: boolean
  readonly deprecated: boolean
  readonly schemas: { readonly [name: string]: { readonly [name: string]: unknown } } | null
  readonly groupName: string | null
  readonly featureFlags: readonly string[] | null
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
  /** default false */
  readonly deprecated?: boolean | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly groupName?: string | null | undefined
  /** at most 25 items */
  readonly featureFlags?: readonly string[] | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly featureFlag?: string | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly name: string
}

/** Body of a request: EventTypeImportOpenApiIn. */
export type EventTypeImportOpenApiIn = {
  readonly spec?: { readonly [name: string]: unknown } | null | undefined
  readonly specRaw?: string | null | undefined
  /** default false */
  readonly dryRun?: boolean | undefined
  /** default false */
  readonly replaceAll?: boolean | undefined
}

/** An answer: EventTypeImportOpenApiOut. */
export type EventTypeImportOpenApiOut = {
  readonly data: { readonly modified: readonly string[]; readonly to_modify?: readonly { readonly name: string; readonly description: string; readonly deprecated: boolean; readonly schemas: { readonly [name: string]: { readonly [name: string]: unknown } } | null; readonly groupName: string | null; readonly featureFlags: readonly string[] | null }[] | null | undefined }
}

/** Body of a request: EventTypeSchemaIn. */
export type EventTypeSchemaIn = {
  readonly schema: { readonly [name: string]: unknown }
}

/** An answer: EventTypeExampleOut. */
export type EventTypeExampleOut = {
  readonly example: { readonly [name: string]: unknown }
}

/** Body of a request: EventTypeUpdate. */
export type EventTypeUpdate = {
  readonly description: string
  /** default false */
  readonly archived?: boolean | undefined
  readonly schemas?: { readonly [name: string]: { readonly [name: string]: unknown } } | null | undefined
  /** default false */
  readonly deprecated?: boolean | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly groupName?: string | null | undefined
  /** at most 25 items */
  readonly featureFlags?: readonly string[] | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly featureFlag?: string | null | undefined
}

/** Body of a request: EventTypePatch. */
export type EventTypePatch = {
  readonly description?: string | undefined
  readonly archived?: boolean | undefined
  readonly schemas?: { readonly [name: string]: { readonly [name: string]: unknown } } | null | undefined
  readonly deprecated?: boolean | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly groupName?: string | null | undefined
  /** at most 25 items */
  readonly featureFlags?: readonly string[] | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly featureFlag?: string | null | undefined
}

/** An answer: IntegrationOut. */
export type IntegrationOut = {
  readonly id: string
  readonly name: string
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly featureFlags: readonly string[]
}

/** Body of a request: IntegrationIn. */
export type IntegrationIn = {
  readonly name: string
  /** at most 25 items */
  readonly featureFlags?: readonly string[] | null | undefined
}

/** Body of a request: IntegrationUpdate. */
export type IntegrationUpdate = {
  readonly name: string
  /** at most 25 items */
  readonly featureFlags?: readonly string[] | null | undefined
}

/** An answer: IntegrationKeyOut. */
export type IntegrationKeyOut = {
  readonly key: string
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
  /** 1 to 256 long */
  readonly orderingKey?: string | null | undefined
  readonly application?: ApplicationIn | null | undefined
  readonly transformationsParams?: { readonly rawPayload?: string | null | undefined; readonly headers?: { readonly [name: string]: string | null } | null | undefined } | null | undefined
  /** at most 5 items */
  readonly tags?: readonly string[] | null | undefined
  readonly deliverAt?: Date | string | null | undefined
  /** 1 to 2160 */
  readonly payloadRetentionHours?: number | null | undefined
}

/** An answer: MessageRawPayloadOut. */
export type MessageRawPayloadOut = {
  readonly payload: string
}

/** Body of a request: MessageBroadcastIn. */
export type MessageBroadcastIn = {
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventType: string
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventId?: string | null | undefined
  readonly payload: { readonly [name: string]: unknown }
  /** 1 to 5 items */
  readonly channels?: readonly string[] | null | undefined
  /** 5 to 90 */
  readonly payloadRetentionPeriod?: number | null | undefined
  /** 1 to 256 long */
  readonly orderingKey?: string | null | undefined
  readonly application?: unknown | undefined
  readonly transformationsParams?: { readonly rawPayload?: string | null | undefined; readonly headers?: { readonly [name: string]: string | null } | null | undefined } | null | undefined
  /** at most 5 items */
  readonly tags?: readonly string[] | null | undefined
  readonly deliverAt?: Date | string | null | undefined
  /** 1 to 2160 */
  readonly payloadRetentionHours?: number | null | undefined
}

/** An answer: MessageBroadcastOut. */
export type MessageBroadcastOut = {
  readonly id: string
  readonly status: 'running' | 'finished' | 'failed'
  readonly task: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | 'endpoint.bulk-replay' | 'application.purge_content' | 'event-type.aggregate'
  readonly updatedAt: Date
}

/** Body of a request: MessagePrecheckIn. */
export type MessagePrecheckIn = {
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventType: string
  /** 1 to 5 items */
  readonly channels?: readonly string[] | null | undefined
}

/** An answer: MessagePrecheckOut. */
export type MessagePrecheckOut = {
  readonly active: boolean
}

/** Body of a request: MessageBulkExpungeContentIn. */
export type MessageBulkExpungeContentIn = {
  /** at most 1000 items, default [] */
  readonly ids?: readonly string[] | undefined
}

/** An answer: MessageBulkExpungeContentOut. */
export type MessageBulkExpungeContentOut = {
  readonly results: { readonly [name: string]: 'expunged' | 'not-found' }
}

/** An answer: MessageExpungeAllContentsOut. */
export type MessageExpungeAllContentsOut = {
  readonly id: string
  readonly status: 'running' | 'finished' | 'failed'
  readonly task: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | 'endpoint.bulk-replay' | 'application.purge_content' | 'event-type.aggregate'
  readonly updatedAt: Date
}

/** An answer: MessageListScheduledOut. */
export type MessageListScheduledOut = {
  readonly id: string
  readonly eventId: string | null
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly payload: { readonly [name: string]: unknown }
  readonly timestamp: Date
  readonly orderingKey?: string | null | undefined
  readonly tags?: readonly string[] | null | undefined
  readonly deliverAt?: Date | null | undefined
}

/** Body of a request: MessageIn2. */
export type MessageIn2 = {
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventType: string
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventId?: string | null | undefined
  readonly payload: { readonly [name: string]: unknown }
  /** 1 to 5 items */
  readonly channels?: readonly string[] | null | undefined
  /** 5 to 90 */
  readonly payloadRetentionPeriod?: number | null | undefined
  /** 1 to 256 long */
  readonly orderingKey?: string | null | undefined
  readonly application?: ApplicationIn | null | undefined
  readonly transformationsParams?: { readonly rawPayload?: string | null | undefined; readonly headers?: { readonly [name: string]: string | null } | null | undefined } | null | undefined
  /** at most 5 items */
  readonly tags?: readonly string[] | null | undefined
  readonly deliverAt?: unknown | undefined
  /** 1 to 2160 */
  readonly payloadRetentionHours?: number | null | undefined
}

/** An answer: MessageAttemptOut. */
export type MessageAttemptOut = {
  readonly id: string
  readonly msgId: string
  readonly endpointId: string
  readonly url: string
  readonly status: 0 | 1 | 2 | 3 | 4
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly responseStatusCode: number
  readonly response: string
  readonly responseDurationMs: number
  readonly triggerType: 0 | 1
  readonly timestamp: Date
}

/** An answer: MessageAttemptOut2. */
export type MessageAttemptOut2 = {
  readonly id: string
  readonly msgId: string
  readonly endpointId: string
  readonly url: string
  readonly status: 0 | 1 | 2 | 3 | 4
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly responseStatusCode: number
  readonly response: string
  readonly responseDurationMs: number
  readonly triggerType: 0 | 1
  readonly timestamp: Date
  readonly msg?: MessageListScheduledOut | null | undefined
}

/** An answer: EndpointMessageOut. */
export type EndpointMessageOut = {
  readonly id: string
  readonly eventId: string | null
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly payload: { readonly [name: string]: unknown }
  readonly timestamp: Date
  readonly orderingKey?: string | null | undefined
  readonly tags?: readonly string[] | null | undefined
  readonly deliverAt?: Date | null | undefined
  readonly status: 0 | 1 | 2 | 3 | 4
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly nextAttempt?: Date | null | undefined
  readonly heldBy?: string | null | undefined
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
  readonly ordered: boolean
  readonly filterTypes: readonly string[] | null
  readonly eventTypes: readonly string[] | null
  readonly channels: readonly string[] | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly status: 0 | 1 | 2 | 3 | 4
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly nextAttempt?: Date | null | undefined
  readonly heldBy?: string | null | undefined
}

/** An answer: MessageAttemptHeadersOut. */
export type MessageAttemptHeadersOut = {
  readonly sentHeaders: { readonly [name: string]: string }
  readonly sensitive: readonly string[]
  readonly responseHeaders: readonly (readonly string[])[] | null
}

/** An answer: MessageAttemptEndpointOut. */
export type MessageAttemptEndpointOut = {
  readonly id: string
  readonly msgId: string
  readonly endpointId: string
  readonly url: string
  readonly status: 0 | 1 | 2 | 3 | 4
  readonly statusText: 'success' | 'pending' | 'fail' | 'sending' | 'canceled'
  readonly responseStatusCode: number
  readonly response: string
  readonly responseDurationMs: number
  readonly triggerType: 0 | 1
  readonly timestamp: Date
}

/** An answer: MessagePollerPollOut. */
export type MessagePollerPollOut = {
  readonly id: string
  readonly eventId: string | null
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly payload: { readonly [name: string]: unknown }
  readonly timestamp: Date
  readonly orderingKey?: string | null | undefined
  readonly tags?: readonly string[] | null | undefined
  readonly deliverAt?: Date | null | undefined
}

/** An answer: MessagePollerConsumerPollOut. */
export type MessagePollerConsumerPollOut = {
  readonly id: string
  readonly eventId: string | null
  readonly eventType: string
  readonly channels: readonly string[] | null
  readonly payload: { readonly [name: string]: unknown }
  readonly timestamp: Date
  readonly orderingKey?: string | null | undefined
  readonly tags?: readonly string[] | null | undefined
  readonly deliverAt?: Date | null | undefined
}

/** Body of a request: MessagePollerConsumerSeekIn. */
export type MessagePollerConsumerSeekIn = {
  readonly after: Date | string
}

/** An answer: MessagePollerConsumerSeekOut. */
export type MessagePollerConsumerSeekOut = {
  readonly iterator: string
}

/** An answer: OperationalWebhookEndpointListOut. */
export type OperationalWebhookEndpointListOut = {
  readonly id: string
  readonly uid: string | null
  readonly url: string
  readonly description: string
  readonly rateLimit: number | null
  readonly throttleRate: number | null
  readonly disabled: boolean
  readonly ordered: boolean
  readonly filterTypes: readonly string[] | null
  readonly eventTypes: readonly string[] | null
  readonly metadata: { readonly [name: string]: string }
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Body of a request: OperationalWebhookEndpointCreateIn. */
export type OperationalWebhookEndpointCreateIn = {
  /** at most 65536 long, URI */
  readonly url: string
  /** default "" */
  readonly description?: string | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly uid?: string | null | undefined
  /** 1 to 65535 */
  readonly rateLimit?: number | null | undefined
  /** 1 to 65535 */
  readonly throttleRate?: number | null | undefined
  /** default false */
  readonly disabled?: boolean | undefined
  /** default false */
  readonly ordered?: boolean | undefined
  readonly filterTypes?: readonly string[] | null | undefined
  readonly eventTypes?: readonly string[] | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
  /** `^(whsec_|whsk_)?[a-zA-Z0-9+/]{32,100}={0,2}$` */
  readonly secret?: string | null | undefined
  readonly headers?: { readonly [name: string]: string } | null | undefined
}

/** An answer: OperationalWebhookEndpointCreateOut. */
export type OperationalWebhookEndpointCreateOut = {
  readonly id: string
  readonly uid: string | null
  readonly url: string
  readonly description: string
  readonly rateLimit: number | null
  readonly throttleRate: number | null
  readonly disabled: boolean
  readonly ordered: boolean
  readonly filterTypes: readonly string[] | null
  readonly eventTypes: readonly string[] | null
  readonly metadata: { readonly [name: string]: string }
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** An answer: OperationalWebhookEndpointGetOut. */
export type OperationalWebhookEndpointGetOut = {
  readonly id: string
  readonly uid: string | null
  readonly url: string
  readonly description: string
  readonly rateLimit: number | null
  readonly throttleRate: number | null
  readonly disabled: boolean
  readonly ordered: boolean
  readonly filterTypes: readonly string[] | null
  readonly eventTypes: readonly string[] | null
  readonly metadata: { readonly [name: string]: string }
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Body of a request: OperationalWebhookEndpointUpdateIn. */
export type OperationalWebhookEndpointUpdateIn = {
  /** at most 65536 long, URI */
  readonly url: string
  /** default "" */
  readonly description?: string | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly uid?: string | null | undefined
  /** 1 to 65535 */
  readonly rateLimit?: number | null | undefined
  /** 1 to 65535 */
  readonly throttleRate?: number | null | undefined
  /** default false */
  readonly disabled?: boolean | undefined
  /** default false */
  readonly ordered?: boolean | undefined
  readonly filterTypes?: readonly string[] | null | undefined
  readonly eventTypes?: readonly string[] | null | undefined
  readonly metadata?: { readonly [name: string]: string } | null | undefined
}

/** An answer: OperationalWebhookEndpointUpdateOut. */
export type OperationalWebhookEndpointUpdateOut = {
  readonly id: string
  readonly uid: string | null
  readonly url: string
  readonly description: string
  readonly rateLimit: number | null
  readonly throttleRate: number | null
  readonly disabled: boolean
  readonly ordered: boolean
  readonly filterTypes: readonly string[] | null
  readonly eventTypes: readonly string[] | null
  readonly metadata: { readonly [name: string]: string }
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** An answer: OperationalWebhookEndpointGetSecretOut. */
export type OperationalWebhookEndpointGetSecretOut = {
  readonly key: string
}

/** Body of a request: OperationalWebhookEndpointRotateSecretIn. */
export type OperationalWebhookEndpointRotateSecretIn = {
  /** `^(whsec_|whsk_)?[a-zA-Z0-9+/]{32,100}={0,2}$` */
  readonly key?: string | null | undefined
  /** 0 to 604800 */
  readonly gracePeriodSeconds?: number | null | undefined
}

/** An answer: OperationalWebhookEndpointGetHeadersOut. */
export type OperationalWebhookEndpointGetHeadersOut = {
  readonly headers: { readonly [name: string]: string }
  readonly sensitive: readonly string[]
}

/** Body of a request: OperationalWebhookEndpointUpdateHeadersIn. */
export type OperationalWebhookEndpointUpdateHeadersIn = {
  readonly headers: { readonly [name: string]: string }
}

/** An answer: PollingEndpointListOut. */
export type PollingEndpointListOut = {
  readonly id: string
  readonly description: string
  readonly eventTypes: readonly string[] | null
  readonly channels: readonly string[] | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Body of a request: PollingEndpointCreateIn. */
export type PollingEndpointCreateIn = {
  /** default "" */
  readonly description?: string | undefined
  /** at least 1 items */
  readonly eventTypes?: readonly string[] | null | undefined
  /** 1 to 10 items */
  readonly channels?: readonly string[] | null | undefined
}

/** An answer: PollingEndpointCreateOut. */
export type PollingEndpointCreateOut = {
  readonly id: string
  readonly description: string
  readonly eventTypes: readonly string[] | null
  readonly channels: readonly string[] | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** An answer: PollingEndpointGetOut. */
export type PollingEndpointGetOut = {
  readonly id: string
  readonly description: string
  readonly eventTypes: readonly string[] | null
  readonly channels: readonly string[] | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** An answer: AttemptStatisticsResponse. */
export type AttemptStatisticsResponse = {
  readonly startDate: Date
  readonly endDate: Date
  readonly period: 'OneDay' | 'OneHour' | 'FiveMinutes'
  readonly data: { readonly successCount: readonly number[]; readonly failureCount: readonly number[]; readonly canceledCount: readonly number[] }
}

/** Body of a request: AppUsageStatsIn. */
export type AppUsageStatsIn = {
  readonly appIds?: readonly string[] | null | undefined
  readonly since: Date | string
  readonly until: Date | string
}

/** An answer: AppUsageStatsOut. */
export type AppUsageStatsOut = {
  readonly id: string
  readonly status: 'running' | 'finished' | 'failed'
  readonly task: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | 'endpoint.bulk-replay' | 'application.purge_content' | 'event-type.aggregate'
  readonly updatedAt: Date
  readonly unresolvedAppIds: readonly string[]
}

/** An answer: StatisticsAggregateEventTypesOut. */
export type StatisticsAggregateEventTypesOut = {
  readonly id: string
  readonly status: 'running' | 'finished' | 'failed'
  readonly task: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | 'endpoint.bulk-replay' | 'application.purge_content' | 'event-type.aggregate'
  readonly updatedAt: Date
}

/** An answer: TemplateOut. */
export type TemplateOut = {
  readonly id: string
  readonly orgId: string
  readonly name: string
  readonly description: string
  readonly kind: 'Custom' | 'Slack'
  readonly logo: string
  readonly instructions: string
  readonly instructionsLink: string | null
  readonly filterTypes: readonly string[] | null
  readonly featureFlag: string | null
  readonly transformation: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Body of a request: TemplateIn. */
export type TemplateIn = {
  readonly name: string
  /** default "" */
  readonly description?: string | undefined
  /** default "Custom" */
  readonly kind?: 'Custom' | 'Slack' | undefined
  /** at most 65536 long, URI */
  readonly logo: string
  /** default "" */
  readonly instructions?: string | undefined
  /** at most 65536 long, URI */
  readonly instructionsLink?: string | null | undefined
  /** at least 1 items */
  readonly filterTypes?: readonly string[] | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly featureFlag?: string | null | undefined
  /** 10 to 51200 long */
  readonly transformation: string
}

/** Body of a request: TransformationSimulateIn. */
export type TransformationSimulateIn = {
  /** 10 to 51200 long */
  readonly code: string
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly eventType: string
  readonly payload: { readonly [name: string]: unknown }
  /** 1 to 5 items */
  readonly channels?: readonly string[] | null | undefined
  readonly variables?: { readonly [name: string]: string } | null | undefined
}

/** An answer: TransformationSimulateOut. */
export type TransformationSimulateOut = {
  readonly url: string
  readonly method: 'POST' | 'PUT' | null
  readonly payload: string
  readonly cancel: boolean
}

/** Body of a request: TemplateUpdate. */
export type TemplateUpdate = {
  /** default "" */
  readonly name?: string | undefined
  /** default "" */
  readonly description?: string | undefined
  /** default "Custom" */
  readonly kind?: 'Custom' | 'Slack' | undefined
  /** at most 65536 long, URI */
  readonly logo: string
  /** default "" */
  readonly instructions?: string | undefined
  /** at most 65536 long, URI */
  readonly instructionsLink?: string | null | undefined
  /** at least 1 items */
  readonly filterTypes?: readonly string[] | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly featureFlag?: string | null | undefined
  /** 10 to 51200 long */
  readonly transformation: string
}

/** Body of a request: TemplatePatch. */
export type TemplatePatch = {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly kind?: 'Custom' | 'Slack' | undefined
  /** at most 65536 long, URI */
  readonly logo?: string | undefined
  readonly instructions?: string | undefined
  /** at most 65536 long, URI */
  readonly instructionsLink?: string | null | undefined
  /** at least 1 items */
  readonly filterTypes?: readonly string[] | null | undefined
  /** 1 to 256 long, `^[a-zA-Z0-9\-_.]+$` */
  readonly featureFlag?: string | null | undefined
  /** 10 to 51200 long */
  readonly transformation?: string | undefined
}
