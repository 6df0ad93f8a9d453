// Derived from packages/contracts by `npm run derive`; do not edit.

import type { AppPortalAccessIn, AppPortalAccessOut, AppUsageStatsIn, AppUsageStatsOut, ApplicationIn, ApplicationOut, ApplicationPatch, ApplicationStats, ApplicationTokenExpireIn, AttemptStatisticsResponse, AuthenticationGetPollerTokenOut, AuthenticationRotatePollerTokenIn, AuthenticationRotatePollerTokenOut, AuthenticationWhoamiOut, BackgroundTaskOut, DashboardAccessOut, EndpointBulkReplayIn, EndpointBulkReplayOut, EndpointHeadersIn, EndpointHeadersOut, EndpointHeadersPatchIn, EndpointIn, EndpointListHeldKeysOut, EndpointMessageOut, EndpointOut, EndpointPatch, EndpointSecretOut, EndpointSecretRotateIn, EndpointStats, EndpointTransformationIn, EndpointTransformationOut, EndpointTransformationSimulateIn, EndpointTransformationSimulateOut, EndpointUpdate, EnvironmentIn, EnvironmentOut, EnvironmentSettingsOut, EventExampleIn, EventTypeExampleOut, EventTypeImportOpenApiIn, EventTypeImportOpenApiOut, EventTypeIn, EventTypeOut, EventTypePatch, EventTypeSchemaIn, EventTypeUpdate, IntegrationIn, IntegrationKeyOut, IntegrationOut, IntegrationUpdate, MessageAttemptEndpointOut, MessageAttemptHeadersOut, MessageAttemptOut, MessageAttemptOut2, MessageBroadcastIn, MessageBroadcastOut, MessageBulkExpungeContentIn, MessageBulkExpungeContentOut, MessageEndpointOut, MessageExpungeAllContentsOut, MessageIn, MessageIn2, MessageListScheduledOut, MessageOut, MessagePollerConsumerPollOut, MessagePollerConsumerSeekIn, MessagePollerConsumerSeekOut, MessagePollerPollOut, MessagePrecheckIn, MessagePrecheckOut, MessageRawPayloadOut, OneTimeTokenIn, OneTimeTokenOut, OperationalWebhookEndpointCreateIn, OperationalWebhookEndpointCreateOut, OperationalWebhookEndpointGetHeadersOut, OperationalWebhookEndpointGetOut, OperationalWebhookEndpointGetSecretOut, OperationalWebhookEndpointListOut, OperationalWebhookEndpointRotateSecretIn, OperationalWebhookEndpointUpdateHeadersIn, OperationalWebhookEndpointUpdateIn, OperationalWebhookEndpointUpdateOut, PollingEndpointCreateIn, PollingEndpointCreateOut, PollingEndpointGetOut, PollingEndpointListOut, RecoverIn, RecoverOut, ReplayIn, ReplayOut, StatisticsAggregateEventTypesOut, TemplateIn, TemplateOut, TemplatePatch, TemplateUpdate, TransformationSimulateIn, TransformationSimulateOut } from './models.gen.ts'
import type { CallOptions, Page, PostOptions } from './operation.ts'

/** The service, one function for each of its operations. */
export type Client = {
  readonly health: {
    /**
     * Check that the service is up.
     * `GET /health`, answers 204.
     */
    get(options?: CallOptions): Promise<void>
  }
  readonly application: {
    /**
     * List applications.
     * `GET /app`, answers 200.
     */
    list(options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined; readonly excludeAppsWithNoEndpoints?: boolean | undefined; readonly excludeAppsWithDisabledEndpoints?: boolean | undefined; readonly excludeAppsWithSvixPlayEndpoints?: boolean | undefined }): Promise<Page<ApplicationOut>>
    /**
     * Create an application, or with `get_if_exists` return the one with this uid.
     * `POST /app`, answers 200 or 201.
     */
    create(applicationIn: ApplicationIn, options?: PostOptions & { readonly getIfExists?: boolean | undefined }): Promise<ApplicationOut>
    /**
     * Get an application.
     * `GET /app/{app_id}`, answers 200.
     */
    get(appId: string, options?: CallOptions): Promise<ApplicationOut>
    /**
     * Replace or create an application.
     * `PUT /app/{app_id}`, answers 200 or 201.
     */
    update(appId: string, applicationIn: ApplicationIn, options?: CallOptions): Promise<ApplicationOut>
    /**
     * Update fields of an application.
     * `PATCH /app/{app_id}`, answers 200.
     */
    patch(appId: string, applicationPatch: ApplicationPatch, options?: CallOptions): Promise<ApplicationOut>
    /**
     * Delete an application; its deliveries stop and its uid becomes available.
     * `DELETE /app/{app_id}`, answers 204.
     */
    delete(appId: string, options?: CallOptions): Promise<void>
    /**
     * Count an application’s messages and endpoints; at most 28 days.
     * `GET /app/{app_id}/stats`, answers 200.
     */
    getStats(appId: string, options: CallOptions & { readonly since: Date | string; readonly until: Date | string }): Promise<ApplicationStats>
    /**
     * Count messages and endpoints across all applications; at most 28 days.
     * `GET /app/stats/usage`, answers 200.
     */
    getUsageStats(options: CallOptions & { readonly since: Date | string; readonly until: Date | string; readonly limit?: number | undefined; readonly iterator?: string | undefined }): Promise<Page<ApplicationStats>>
  }
  readonly authentication: {
    /**
     * Create a token for the application’s portal, with the portal’s address.
     * `POST /auth/app-portal-access/{app_id}`, answers 200.
     */
    appPortalAccess(appId: string, appPortalAccessIn: AppPortalAccessIn, options?: PostOptions): Promise<AppPortalAccessOut>
    /**
     * Same as app-portal-access without a body.
     * `POST /auth/dashboard-access/{app_id}`, answers 200.
     * @deprecated
     */
    dashboardAccess(appId: string, options?: PostOptions): Promise<DashboardAccessOut>
    /**
     * Revoke all the application’s tokens and integration keys, or the tokens of some sessions, immediately or after `expiry` seconds.
     * `POST /auth/app/{app_id}/expire-all`, answers 204.
     */
    expireAll(appId: string, applicationTokenExpireIn: ApplicationTokenExpireIn, options?: PostOptions): Promise<void>
    /**
     * Revoke the token used for this request.
     * `POST /auth/logout`, answers 204.
     */
    logout(options?: PostOptions): Promise<void>
    /**
     * Get which organisation or application the token opens.
     * `GET /auth/whoami`, answers 200.
     */
    whoami(options?: CallOptions): Promise<AuthenticationWhoamiOut>
    /**
     * Exchange the one-time token from the portal’s address for a token.
     * `POST /auth/one-time-token`, answers 200.
     */
    exchangeOneTimeToken(oneTimeTokenIn: OneTimeTokenIn, options?: PostOptions): Promise<OneTimeTokenOut>
    /**
     * Get the token that reads a poller.
     * `GET /auth/app/{app_id}/poller/{sink_id}/token`, answers 200.
     */
    getPollerToken(appId: string, sinkId: string, options?: CallOptions): Promise<AuthenticationGetPollerTokenOut>
    /**
     * Replace the token that reads a poller; the old one works for five more minutes by default.
     * `POST /auth/app/{app_id}/poller/{sink_id}/token/rotate`, answers 201.
     */
    rotatePollerToken(appId: string, sinkId: string, authenticationRotatePollerTokenIn: AuthenticationRotatePollerTokenIn, options?: PostOptions): Promise<AuthenticationRotatePollerTokenOut>
  }
  readonly backgroundTask: {
    /**
     * List tasks of the past 90 days.
     * `GET /background-task`, answers 200.
     */
    list(options?: CallOptions & { readonly status?: 'running' | 'finished' | 'failed' | undefined; readonly task?: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | 'endpoint.bulk-replay' | 'application.purge_content' | 'event-type.aggregate' | undefined; readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<BackgroundTaskOut>>
    /**
     * Get a task with its result.
     * `GET /background-task/{task_id}`, answers 200.
     */
    get(taskId: string, options?: CallOptions): Promise<BackgroundTaskOut>
  }
  readonly endpoint: {
    /**
     * List an application’s endpoints.
     * `GET /app/{app_id}/endpoint`, answers 200.
     */
    list(appId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<EndpointOut>>
    /**
     * Create an endpoint; its secret is read with get-secret.
     * `POST /app/{app_id}/endpoint`, answers 201.
     */
    create(appId: string, endpointIn: EndpointIn, options?: PostOptions): Promise<EndpointOut>
    /**
     * Get an endpoint.
     * `GET /app/{app_id}/endpoint/{endpoint_id}`, answers 200.
     */
    get(appId: string, endpointId: string, options?: CallOptions): Promise<EndpointOut>
    /**
     * Replace or create an endpoint; its secret is kept.
     * `PUT /app/{app_id}/endpoint/{endpoint_id}`, answers 200 or 201.
     */
    update(appId: string, endpointId: string, endpointUpdate: EndpointUpdate, options?: CallOptions): Promise<EndpointOut>
    /**
     * Update fields of an endpoint.
     * `PATCH /app/{app_id}/endpoint/{endpoint_id}`, answers 200.
     */
    patch(appId: string, endpointId: string, endpointPatch: EndpointPatch, options?: CallOptions): Promise<EndpointOut>
    /**
     * Delete an endpoint; its retries stop and its uid becomes available.
     * `DELETE /app/{app_id}/endpoint/{endpoint_id}`, answers 204.
     */
    delete(appId: string, endpointId: string, options?: CallOptions): Promise<void>
    /**
     * List the ordering keys that a failing message holds back, the longest held first.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/held-key`, answers 200.
     */
    listHeldKeys(appId: string, endpointId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined }): Promise<Page<EndpointListHeldKeysOut>>
    /**
     * Get the secret receivers verify with; for an ed25519 endpoint, the public key.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/secret`, answers 200.
     */
    getSecret(appId: string, endpointId: string, options?: CallOptions): Promise<EndpointSecretOut>
    /**
     * Rotate the secret; the old one also signs for 24 hours by default.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/secret/rotate`, answers 204.
     */
    rotateSecret(appId: string, endpointId: string, endpointSecretRotateIn: EndpointSecretRotateIn, options?: PostOptions): Promise<void>
    /**
     * Get custom headers; sensitive ones without values.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/headers`, answers 200.
     */
    getHeaders(appId: string, endpointId: string, options?: CallOptions): Promise<EndpointHeadersOut>
    /**
     * Replace all custom headers, including sensitive ones.
     * `PUT /app/{app_id}/endpoint/{endpoint_id}/headers`, answers 204.
     */
    updateHeaders(appId: string, endpointId: string, endpointHeadersIn: EndpointHeadersIn, options?: CallOptions): Promise<void>
    /**
     * Set some custom headers; null removes one.
     * `PATCH /app/{app_id}/endpoint/{endpoint_id}/headers`, answers 204.
     */
    patchHeaders(appId: string, endpointId: string, endpointHeadersPatchIn: EndpointHeadersPatchIn, options?: CallOptions): Promise<void>
    /**
     * Count messages by status in a time range; the last 28 days by default.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/stats`, answers 200.
     */
    getStats(appId: string, endpointId: string, options?: CallOptions & { readonly since?: Date | string | undefined; readonly until?: Date | string | undefined }): Promise<EndpointStats>
    /**
     * Get the code that transforms messages to this endpoint; null if there is none.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/transformation`, answers 200.
     */
    getTransformation(appId: string, endpointId: string, options?: CallOptions): Promise<EndpointTransformationOut>
    /**
     * Change, enable or disable the code; `code: null` removes it.
     * `PATCH /app/{app_id}/endpoint/{endpoint_id}/transformation`, answers 204.
     */
    patchTransformation(appId: string, endpointId: string, endpointTransformationIn: EndpointTransformationIn, options?: CallOptions): Promise<void>
    /**
     * Run the given code on a message to this endpoint without sending it.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/transformation/simulate`, answers 200.
     */
    simulateTransformation(appId: string, endpointId: string, endpointTransformationSimulateIn: EndpointTransformationSimulateIn, options?: PostOptions): Promise<EndpointTransformationSimulateOut>
    /**
     * Resend messages that failed on this endpoint, including those awaiting a retry; statistics show how many.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/recover`, answers 202.
     */
    recover(appId: string, endpointId: string, recoverIn: RecoverIn, options?: PostOptions): Promise<RecoverOut>
    /**
     * Send the messages this endpoint would have received if it had existed.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/replay-missing`, answers 202.
     */
    replay(appId: string, endpointId: string, replayIn: ReplayIn, options?: PostOptions): Promise<ReplayOut>
    /**
     * Resend the endpoint’s messages in a time range, including delivered ones.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/bulk-replay`, answers 202.
     */
    bulkReplay(appId: string, endpointId: string, endpointBulkReplayIn: EndpointBulkReplayIn, options?: PostOptions): Promise<EndpointBulkReplayOut>
    /**
     * Send an example of an event type to this endpoint only.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/send-example`, answers 202.
     */
    sendExample(appId: string, endpointId: string, eventExampleIn: EventExampleIn, options?: PostOptions): Promise<MessageOut>
  }
  readonly environment: {
    /**
     * Export all event types, including archived ones, and the settings.
     * `POST /environment/export`, answers 200.
     */
    export(body: { readonly [name: string]: unknown }, options?: PostOptions): Promise<EnvironmentOut>
    /**
     * Import event types and settings; nothing is deleted.
     * `POST /environment/import`, answers 204.
     */
    import(environmentIn: EnvironmentIn, options?: PostOptions): Promise<void>
    /**
     * Get the appearance of an application’s portal.
     * `GET /environment/settings`, answers 200.
     */
    getSettings(options?: CallOptions): Promise<EnvironmentSettingsOut>
  }
  readonly eventType: {
    /**
     * List event types by name; archived ones and schemas on request.
     * `GET /event-type`, answers 200.
     */
    list(options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined; readonly includeArchived?: boolean | undefined; readonly withContent?: boolean | undefined }): Promise<Page<EventTypeOut>>
    /**
     * Create an event type, or unarchive and overwrite an archived one.
     * `POST /event-type`, answers 201.
     */
    create(eventTypeIn: EventTypeIn, options?: PostOptions): Promise<EventTypeOut>
    /**
     * Create or replace event types from an OpenAPI document's webhooks and callbacks.
     * `POST /event-type/import/openapi`, answers 200.
     */
    importOpenapi(eventTypeImportOpenApiIn: EventTypeImportOpenApiIn, options?: PostOptions): Promise<EventTypeImportOpenApiOut>
    /**
     * Generate an example from a JSON Schema.
     * `POST /event-type/schema/generate-example`, answers 200.
     */
    generateExample(eventTypeSchemaIn: EventTypeSchemaIn, options?: PostOptions): Promise<EventTypeExampleOut>
    /**
     * Get an event type, archived or not.
     * `GET /event-type/{event_type_name}`, answers 200.
     */
    get(eventTypeName: string, options?: CallOptions): Promise<EventTypeOut>
    /**
     * Replace or create an event type.
     * `PUT /event-type/{event_type_name}`, answers 200 or 201.
     */
    update(eventTypeName: string, eventTypeUpdate: EventTypeUpdate, options?: CallOptions): Promise<EventTypeOut>
    /**
     * Update fields of an event type.
     * `PATCH /event-type/{event_type_name}`, answers 200.
     */
    patch(eventTypeName: string, eventTypePatch: EventTypePatch, options?: CallOptions): Promise<EventTypeOut>
    /**
     * Archive an event type, or delete it with `expunge`.
     * `DELETE /event-type/{event_type_name}`, answers 204.
     */
    delete(eventTypeName: string, options?: CallOptions & { readonly expunge?: boolean | undefined }): Promise<void>
  }
  readonly integration: {
    /**
     * List an application’s integrations.
     * `GET /app/{app_id}/integration`, answers 200.
     */
    list(appId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<IntegrationOut>>
    /**
     * Create an integration; its key is read with get-key.
     * `POST /app/{app_id}/integration`, answers 201.
     */
    create(appId: string, integrationIn: IntegrationIn, options?: PostOptions): Promise<IntegrationOut>
    /**
     * Get an integration.
     * `GET /app/{app_id}/integration/{integ_id}`, answers 200.
     */
    get(appId: string, integId: string, options?: CallOptions): Promise<IntegrationOut>
    /**
     * Change an integration’s name and feature flags.
     * `PUT /app/{app_id}/integration/{integ_id}`, answers 200.
     */
    update(appId: string, integId: string, integrationUpdate: IntegrationUpdate, options?: CallOptions): Promise<IntegrationOut>
    /**
     * Delete an integration; its key stops working immediately.
     * `DELETE /app/{app_id}/integration/{integ_id}`, answers 204.
     */
    delete(appId: string, integId: string, options?: CallOptions): Promise<void>
    /**
     * Get an integration’s key.
     * `GET /app/{app_id}/integration/{integ_id}/key`, answers 200.
     */
    getKey(appId: string, integId: string, options?: CallOptions): Promise<IntegrationKeyOut>
    /**
     * Rotate an integration’s key; the old one stops working immediately.
     * `POST /app/{app_id}/integration/{integ_id}/key/rotate`, answers 200.
     */
    rotateKey(appId: string, integId: string, options?: PostOptions): Promise<IntegrationKeyOut>
  }
  readonly message: {
    /**
     * List messages, newest first; at most 90 days.
     * `GET /app/{app_id}/msg`, answers 200.
     */
    list(appId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly withContent?: boolean | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly tag?: string | undefined }): Promise<Page<MessageOut>>
    /**
     * Send a message to all matching endpoints.
     * `POST /app/{app_id}/msg`, answers 202.
     */
    create(appId: string, messageIn: MessageIn, options?: PostOptions & { readonly withContent?: boolean | undefined }): Promise<MessageOut>
    /**
     * Get a message.
     * `GET /app/{app_id}/msg/{msg_id}`, answers 200.
     */
    get(appId: string, msgId: string, options?: CallOptions & { readonly withContent?: boolean | undefined }): Promise<MessageOut>
    /**
     * Get a message’s payload exactly as sent.
     * `GET /app/{app_id}/msg/{msg_id}/raw`, answers 200.
     */
    getRawPayload(appId: string, msgId: string, options?: CallOptions): Promise<MessageRawPayloadOut>
    /**
     * Erase a message’s payload; it won’t be sent again.
     * `DELETE /app/{app_id}/msg/{msg_id}/content`, answers 204.
     */
    expungeContent(appId: string, msgId: string, options?: CallOptions): Promise<void>
    /**
     * Send a message to every application.
     * `POST /msg/broadcast`, answers 202.
     */
    broadcast(messageBroadcastIn: MessageBroadcastIn, options?: PostOptions): Promise<MessageBroadcastOut>
    /**
     * Check whether any endpoint would receive such a message.
     * `POST /app/{app_id}/msg/precheck/active`, answers 200.
     */
    precheck(appId: string, messagePrecheckIn: MessagePrecheckIn, options?: PostOptions): Promise<MessagePrecheckOut>
    /**
     * Erase the payloads of some messages; they won’t be sent again.
     * `POST /app/{app_id}/msg/bulk-expunge`, answers 200.
     */
    bulkExpungeContent(appId: string, messageBulkExpungeContentIn: MessageBulkExpungeContentIn, options?: PostOptions): Promise<MessageBulkExpungeContentOut>
    /**
     * Erase the payloads of all the application’s messages in the background.
     * `POST /app/{app_id}/msg/expunge-all-contents`, answers 202.
     */
    expungeAllContents(appId: string, options?: PostOptions): Promise<MessageExpungeAllContentsOut>
    /**
     * List scheduled messages in the order they were created.
     * `GET /app/{app_id}/scheduled-msg`, answers 200.
     */
    listScheduled(appId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined }): Promise<Page<MessageListScheduledOut>>
    /**
     * Send a scheduled message now.
     * `POST /app/{app_id}/msg/{msg_id}/send-now`, answers 204.
     */
    sendNow(appId: string, msgId: string, options?: PostOptions): Promise<void>
    /**
     * Cancel a scheduled message; it won’t be sent.
     * `POST /app/{app_id}/msg/{msg_id}/cancel`, answers 204.
     */
    cancel(appId: string, msgId: string, options?: PostOptions): Promise<void>
    /**
     * Send a test message to this endpoint only, once, and return the result.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/msg/test-attempt`, answers 201.
     */
    testAttempt(appId: string, endpointId: string, messageIn: MessageIn2, options?: PostOptions): Promise<MessageAttemptOut>
  }
  readonly messageAttempt: {
    /**
     * List attempts for an endpoint, newest first; at most 90 days.
     * `GET /app/{app_id}/attempt/endpoint/{endpoint_id}`, answers 200.
     */
    listByEndpoint(appId: string, endpointId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | undefined; readonly withContent?: boolean | undefined; readonly tag?: string | undefined; readonly expandedStatuses?: boolean | undefined; readonly withMsg?: boolean | undefined }): Promise<Page<MessageAttemptOut2>>
    /**
     * List attempts for a message, newest first; at most 90 days.
     * `GET /app/{app_id}/attempt/msg/{msg_id}`, answers 200.
     */
    listByMsg(appId: string, msgId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | undefined; readonly withContent?: boolean | undefined; readonly endpointId?: string | undefined; readonly tag?: string | undefined; readonly expandedStatuses?: boolean | undefined }): Promise<Page<MessageAttemptOut>>
    /**
     * List an endpoint’s messages with their status, newest first.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/msg`, answers 200.
     */
    listAttemptedMessages(appId: string, endpointId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly withContent?: boolean | undefined; readonly tag?: string | undefined; readonly expandedStatuses?: boolean | undefined }): Promise<Page<EndpointMessageOut>>
    /**
     * List a message’s endpoints with its status at each.
     * `GET /app/{app_id}/msg/{msg_id}/endpoint`, answers 200.
     */
    listAttemptedDestinations(appId: string, msgId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined }): Promise<Page<MessageEndpointOut>>
    /**
     * Get an attempt.
     * `GET /app/{app_id}/msg/{msg_id}/attempt/{attempt_id}`, answers 200.
     */
    get(appId: string, msgId: string, attemptId: string, options?: CallOptions & { readonly expandedStatuses?: boolean | undefined }): Promise<MessageAttemptOut>
    /**
     * Get the headers sent and answered; sensitive ones without values.
     * `GET /app/{app_id}/msg/{msg_id}/attempt/{attempt_id}/headers`, answers 200.
     */
    getHeaders(appId: string, msgId: string, attemptId: string, options?: CallOptions): Promise<MessageAttemptHeadersOut>
    /**
     * Erase the receiver’s response.
     * `DELETE /app/{app_id}/msg/{msg_id}/attempt/{attempt_id}/content`, answers 204.
     */
    expungeContent(appId: string, msgId: string, attemptId: string, options?: CallOptions): Promise<void>
    /**
     * Resend a message to an endpoint, whatever its status.
     * `POST /app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/resend`, answers 202.
     */
    resend(appId: string, msgId: string, endpointId: string, options?: PostOptions): Promise<void>
    /**
     * Skip this message at an ordered endpoint, so that those behind it are sent.
     * `POST /app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/skip`, answers 204.
     */
    skip(appId: string, msgId: string, endpointId: string, options?: PostOptions): Promise<void>
    /**
     * List attempts for a message; use attempt/msg instead.
     * `GET /app/{app_id}/msg/{msg_id}/attempt`, answers 200.
     * @deprecated
     */
    listByMsgDeprecated(appId: string, msgId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | undefined; readonly endpointId?: string | undefined }): Promise<Page<MessageAttemptOut>>
    /**
     * List attempts for a message and endpoint; use attempt/msg instead.
     * `GET /app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/attempt`, answers 200.
     * @deprecated
     */
    listByEndpointDeprecated(appId: string, msgId: string, endpointId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined }): Promise<Page<MessageAttemptEndpointOut>>
  }
  readonly messagePoller: {
    /**
     * Read messages from a position, oldest first.
     * `GET /app/{app_id}/poller/{sink_id}`, answers 200.
     */
    poll(appId: string, sinkId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly eventType?: string | undefined; readonly channel?: string | undefined; readonly after?: Date | string | undefined }): Promise<Page<MessagePollerPollOut>>
    /**
     * Read messages from this consumer’s position; an iterator moves it first.
     * `GET /app/{app_id}/poller/{sink_id}/consumer/{consumer_id}`, answers 200.
     */
    consumerPoll(appId: string, sinkId: string, consumerId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined }): Promise<Page<MessagePollerConsumerPollOut>>
    /**
     * Move a consumer to the first message created at a time or later.
     * `POST /app/{app_id}/poller/{sink_id}/consumer/{consumer_id}/seek`, answers 200.
     */
    consumerSeek(appId: string, sinkId: string, consumerId: string, messagePollerConsumerSeekIn: MessagePollerConsumerSeekIn, options?: PostOptions): Promise<MessagePollerConsumerSeekOut>
  }
  readonly operationalWebhookEndpoint: {
    /**
     * List operational-webhook endpoints.
     * `GET /operational-webhook/endpoint`, answers 200.
     */
    list(options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<OperationalWebhookEndpointListOut>>
    /**
     * Create an operational-webhook endpoint; its secret is read with get-secret.
     * `POST /operational-webhook/endpoint`, answers 201.
     */
    create(operationalWebhookEndpointCreateIn: OperationalWebhookEndpointCreateIn, options?: PostOptions): Promise<OperationalWebhookEndpointCreateOut>
    /**
     * Get an operational-webhook endpoint.
     * `GET /operational-webhook/endpoint/{endpoint_id}`, answers 200.
     */
    get(endpointId: string, options?: CallOptions): Promise<OperationalWebhookEndpointGetOut>
    /**
     * Replace or create an operational-webhook endpoint; its secret is kept.
     * `PUT /operational-webhook/endpoint/{endpoint_id}`, answers 200 or 201.
     */
    update(endpointId: string, operationalWebhookEndpointUpdateIn: OperationalWebhookEndpointUpdateIn, options?: CallOptions): Promise<OperationalWebhookEndpointUpdateOut>
    /**
     * Delete an operational-webhook endpoint.
     * `DELETE /operational-webhook/endpoint/{endpoint_id}`, answers 204.
     */
    delete(endpointId: string, options?: CallOptions): Promise<void>
    /**
     * Get the secret that operational webhooks are verified with.
     * `GET /operational-webhook/endpoint/{endpoint_id}/secret`, answers 200.
     */
    getSecret(endpointId: string, options?: CallOptions): Promise<OperationalWebhookEndpointGetSecretOut>
    /**
     * Rotate the secret; the old one also signs for 24 hours by default.
     * `POST /operational-webhook/endpoint/{endpoint_id}/secret/rotate`, answers 204.
     */
    rotateSecret(endpointId: string, operationalWebhookEndpointRotateSecretIn: OperationalWebhookEndpointRotateSecretIn, options?: PostOptions): Promise<void>
    /**
     * Get an operational-webhook endpoint’s custom headers.
     * `GET /operational-webhook/endpoint/{endpoint_id}/headers`, answers 200.
     */
    getHeaders(endpointId: string, options?: CallOptions): Promise<OperationalWebhookEndpointGetHeadersOut>
    /**
     * Replace an operational-webhook endpoint’s custom headers.
     * `PUT /operational-webhook/endpoint/{endpoint_id}/headers`, answers 204.
     */
    updateHeaders(endpointId: string, operationalWebhookEndpointUpdateHeadersIn: OperationalWebhookEndpointUpdateHeadersIn, options?: CallOptions): Promise<void>
  }
  readonly pollingEndpoint: {
    /**
     * List polling endpoints.
     * `GET /app/{app_id}/polling-endpoint`, answers 200.
     */
    list(appId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<PollingEndpointListOut>>
    /**
     * Create a polling endpoint; it holds messages sent from now on.
     * `POST /app/{app_id}/polling-endpoint`, answers 201.
     */
    create(appId: string, pollingEndpointCreateIn: PollingEndpointCreateIn, options?: PostOptions): Promise<PollingEndpointCreateOut>
    /**
     * Get a polling endpoint.
     * `GET /app/{app_id}/polling-endpoint/{sink_id}`, answers 200.
     */
    get(appId: string, sinkId: string, options?: CallOptions): Promise<PollingEndpointGetOut>
    /**
     * Delete a polling endpoint and revoke its tokens.
     * `DELETE /app/{app_id}/polling-endpoint/{sink_id}`, answers 204.
     */
    delete(appId: string, sinkId: string, options?: CallOptions): Promise<void>
  }
  readonly statistics: {
    /**
     * Count attempts over time, by day, or by five minutes within one day.
     * `GET /stats/app/{app_id}/attempt`, answers 200.
     */
    appAttempts(appId: string, options?: CallOptions & { readonly startDate?: Date | string | undefined; readonly endDate?: Date | string | undefined; readonly period?: 'OneDay' | 'OneHour' | 'FiveMinutes' | undefined; readonly eventTypes?: string | readonly string[] | undefined }): Promise<AttemptStatisticsResponse>
    /**
     * Count an endpoint’s attempts over time.
     * `GET /stats/app/{app_id}/ep/{endpoint_id}/attempt`, answers 200.
     */
    endpointAttempts(appId: string, endpointId: string, options?: CallOptions & { readonly startDate?: Date | string | undefined; readonly endDate?: Date | string | undefined }): Promise<AttemptStatisticsResponse>
    /**
     * Calculate application usage in the background.
     * `POST /stats/usage/app`, answers 202.
     */
    aggregateAppStats(appUsageStatsIn: AppUsageStatsIn, options?: PostOptions): Promise<AppUsageStatsOut>
    /**
     * Count messages by event type across all applications in the background.
     * `PUT /stats/usage/event-types`, answers 202.
     */
    aggregateEventTypes(options?: CallOptions): Promise<StatisticsAggregateEventTypesOut>
  }
  readonly transformationTemplate: {
    /**
     * List templates.
     * `GET /transformation-template`, answers 200.
     */
    list(options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<TemplateOut>>
    /**
     * Create a template.
     * `POST /transformation-template`, answers 201.
     */
    create(templateIn: TemplateIn, options?: PostOptions): Promise<TemplateOut>
    /**
     * Run the given code on a message to https://example.com/ without sending it.
     * `POST /transformation-template/simulate`, answers 200.
     */
    simulate(transformationSimulateIn: TransformationSimulateIn, options?: PostOptions): Promise<TransformationSimulateOut>
    /**
     * Get a template.
     * `GET /transformation-template/{transformation_template_id}`, answers 200.
     */
    get(transformationTemplateId: string, options?: CallOptions): Promise<TemplateOut>
    /**
     * Replace a template, or create one under a new ID.
     * `PUT /transformation-template/{transformation_template_id}`, answers 200 or 201.
     */
    update(transformationTemplateId: string, templateUpdate: TemplateUpdate, options?: CallOptions): Promise<TemplateOut>
    /**
     * Update fields of a template.
     * `PATCH /transformation-template/{transformation_template_id}`, answers 200.
     */
    patch(transformationTemplateId: string, templatePatch: TemplatePatch, options?: CallOptions): Promise<TemplateOut>
    /**
     * Delete a template; endpoints keep the code copied from it.
     * `DELETE /transformation-template/{transformation_template_id}`, answers 204.
     */
    delete(transformationTemplateId: string, options?: CallOptions): Promise<void>
  }
}
