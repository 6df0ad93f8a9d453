// Derived from packages/contracts by `npm run derive`; do not edit.

import type { AppPortalAccessIn, AppPortalAccessOut, AppUsageStatsIn, AppUsageStatsOut, ApplicationIn, ApplicationOut, ApplicationPatch, ApplicationStats, ApplicationTokenExpireIn, AttemptStatisticsResponse, BackgroundTaskOut, DashboardAccessOut, EndpointHeadersIn, EndpointHeadersOut, EndpointHeadersPatchIn, EndpointIn, EndpointMessageOut, EndpointOut, EndpointPatch, EndpointSecretOut, EndpointSecretRotateIn, EndpointStats, EndpointTransformationIn, EndpointTransformationOut, EndpointTransformationSimulateIn, EndpointTransformationSimulateOut, EndpointUpdate, EnvironmentIn, EnvironmentOut, EnvironmentSettingsOut, EventExampleIn, EventTypeExampleOut, EventTypeImportOpenApiIn, EventTypeImportOpenApiOut, EventTypeIn, EventTypeOut, EventTypePatch, EventTypeSchemaIn, EventTypeUpdate, IntegrationIn, IntegrationKeyOut, IntegrationOut, IntegrationUpdate, MessageAttemptEndpointOut, MessageAttemptHeadersOut, MessageAttemptOut, MessageAttemptOut2, MessageBroadcastIn, MessageBroadcastOut, MessageEndpointOut, MessageIn, MessageOut, MessageRawPayloadOut, OneTimeTokenIn, OneTimeTokenOut, RecoverIn, RecoverOut, ReplayIn, ReplayOut, TemplateIn, TemplateOut, TemplatePatch, TemplateUpdate, TransformationSimulateIn, TransformationSimulateOut } from './models.gen.ts'
import type { CallOptions, Page, PostOptions } from './operation.ts'

/** The service, one function for each of its operations. */
export type Client = {
  readonly health: {
    /**
     * Empty while the service answers.
     * `GET /health`, answers 204.
     */
    get(options?: CallOptions): Promise<void>
  }
  readonly application: {
    /**
     * All applications.
     * `GET /app`, answers 200.
     */
    list(options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined; readonly excludeAppsWithNoEndpoints?: unknown | undefined; readonly excludeAppsWithDisabledEndpoints?: unknown | undefined; readonly excludeAppsWithSvixPlayEndpoints?: unknown | undefined }): Promise<Page<ApplicationOut>>
    /**
     * Create an application, or with `get_if_exists` answer the one of this uid.
     * `POST /app`, answers 200 or 201.
     */
    create(applicationIn: ApplicationIn, options?: PostOptions & { readonly getIfExists?: boolean | undefined }): Promise<ApplicationOut>
    /**
     * One application.
     * `GET /app/{app_id}`, answers 200.
     */
    get(appId: string, options?: CallOptions): Promise<ApplicationOut>
    /**
     * Replace an application, or create it.
     * `PUT /app/{app_id}`, answers 200 or 201.
     */
    update(appId: string, applicationIn: ApplicationIn, options?: CallOptions): Promise<ApplicationOut>
    /**
     * Change some fields of an application.
     * `PATCH /app/{app_id}`, answers 200.
     */
    patch(appId: string, applicationPatch: ApplicationPatch, options?: CallOptions): Promise<ApplicationOut>
    /**
     * Delete an application; its deliveries stop and its uid is free.
     * `DELETE /app/{app_id}`, answers 204.
     */
    delete(appId: string, options?: CallOptions): Promise<void>
    /**
     * How many messages went to how many endpoints, in 28 days at the most.
     * `GET /app/{app_id}/stats`, answers 200.
     */
    getStats(appId: string, options: CallOptions & { readonly since: Date | string; readonly until: Date | string }): Promise<ApplicationStats>
    /**
     * The same of all applications, in 28 days at the most.
     * `GET /app/stats/usage`, answers 200.
     */
    getUsageStats(options: CallOptions & { readonly since: Date | string; readonly until: Date | string; readonly limit?: number | undefined; readonly iterator?: string | undefined }): Promise<Page<ApplicationStats>>
  }
  readonly authentication: {
    /**
     * A token for the application's portal, and the portal's address with it.
     * `POST /auth/app-portal-access/{app_id}`, answers 200.
     */
    appPortalAccess(appId: string, appPortalAccessIn: AppPortalAccessIn, options?: PostOptions): Promise<AppPortalAccessOut>
    /**
     * As app-portal-access without a body.
     * `POST /auth/dashboard-access/{app_id}`, answers 200.
     * @deprecated
     */
    dashboardAccess(appId: string, options?: PostOptions): Promise<DashboardAccessOut>
    /**
     * End all tokens and integration keys of the application, or the tokens of some sessions, at once or after `expiry` seconds.
     * `POST /auth/app/{app_id}/expire-all`, answers 204.
     */
    expireAll(appId: string, applicationTokenExpireIn: ApplicationTokenExpireIn, options?: PostOptions): Promise<void>
    /**
     * End the token that is sent along.
     * `POST /auth/logout`, answers 204.
     */
    logout(options?: PostOptions): Promise<void>
    /**
     * The token behind a one-time token of the portal's address, which is used up.
     * `POST /auth/one-time-token`, answers 200.
     */
    exchangeOneTimeToken(oneTimeTokenIn: OneTimeTokenIn, options?: PostOptions): Promise<OneTimeTokenOut>
  }
  readonly backgroundTask: {
    /**
     * Tasks of the past 90 days.
     * `GET /background-task`, answers 200.
     */
    list(options?: CallOptions & { readonly status?: 'running' | 'finished' | 'failed' | undefined; readonly task?: 'endpoint.replay' | 'endpoint.recover' | 'application.stats' | 'message.broadcast' | undefined; readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<BackgroundTaskOut>>
    /**
     * A task with its result.
     * `GET /background-task/{task_id}`, answers 200.
     */
    get(taskId: string, options?: CallOptions): Promise<BackgroundTaskOut>
  }
  readonly endpoint: {
    /**
     * All of an application's endpoints.
     * `GET /app/{app_id}/endpoint`, answers 200.
     */
    list(appId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<EndpointOut>>
    /**
     * Create an endpoint; its secret is read with get-secret.
     * `POST /app/{app_id}/endpoint`, answers 201.
     */
    create(appId: string, endpointIn: EndpointIn, options?: PostOptions): Promise<EndpointOut>
    /**
     * One endpoint.
     * `GET /app/{app_id}/endpoint/{endpoint_id}`, answers 200.
     */
    get(appId: string, endpointId: string, options?: CallOptions): Promise<EndpointOut>
    /**
     * Replace an endpoint, or create it; its secret stays.
     * `PUT /app/{app_id}/endpoint/{endpoint_id}`, answers 200 or 201.
     */
    update(appId: string, endpointId: string, endpointUpdate: EndpointUpdate, options?: CallOptions): Promise<EndpointOut>
    /**
     * Change some fields of an endpoint.
     * `PATCH /app/{app_id}/endpoint/{endpoint_id}`, answers 200.
     */
    patch(appId: string, endpointId: string, endpointPatch: EndpointPatch, options?: CallOptions): Promise<EndpointOut>
    /**
     * Delete an endpoint; its retries stop and its uid is free.
     * `DELETE /app/{app_id}/endpoint/{endpoint_id}`, answers 204.
     */
    delete(appId: string, endpointId: string, options?: CallOptions): Promise<void>
    /**
     * The secret that receivers verify with; the public key of an ed25519 endpoint.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/secret`, answers 200.
     */
    getSecret(appId: string, endpointId: string, options?: CallOptions): Promise<EndpointSecretOut>
    /**
     * Sign with a new secret; the old one signs too, for 24 hours by default.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/secret/rotate`, answers 204.
     */
    rotateSecret(appId: string, endpointId: string, endpointSecretRotateIn: EndpointSecretRotateIn, options?: PostOptions): Promise<void>
    /**
     * Custom headers; of sensitive ones the name alone.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/headers`, answers 200.
     */
    getHeaders(appId: string, endpointId: string, options?: CallOptions): Promise<EndpointHeadersOut>
    /**
     * Replace all custom headers, sensitive ones too.
     * `PUT /app/{app_id}/endpoint/{endpoint_id}/headers`, answers 204.
     */
    updateHeaders(appId: string, endpointId: string, endpointHeadersIn: EndpointHeadersIn, options?: CallOptions): Promise<void>
    /**
     * Set some custom headers; null removes one.
     * `PATCH /app/{app_id}/endpoint/{endpoint_id}/headers`, answers 204.
     */
    patchHeaders(appId: string, endpointId: string, endpointHeadersPatchIn: EndpointHeadersPatchIn, options?: CallOptions): Promise<void>
    /**
     * How the messages of a time range fared, of the last 28 days by default.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/stats`, answers 200.
     */
    getStats(appId: string, endpointId: string, options?: CallOptions & { readonly since?: Date | string | undefined; readonly until?: Date | string | undefined }): Promise<EndpointStats>
    /**
     * The code that changes messages to this endpoint; null when there is none.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/transformation`, answers 200.
     */
    getTransformation(appId: string, endpointId: string, options?: CallOptions): Promise<EndpointTransformationOut>
    /**
     * Change the code, or whether it is run; `code: null` removes it.
     * `PATCH /app/{app_id}/endpoint/{endpoint_id}/transformation`, answers 204.
     */
    patchTransformation(appId: string, endpointId: string, endpointTransformationIn: EndpointTransformationIn, options?: CallOptions): Promise<void>
    /**
     * What the given code would make of a message to this endpoint.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/transformation/simulate`, answers 200.
     */
    simulateTransformation(appId: string, endpointId: string, endpointTransformationSimulateIn: EndpointTransformationSimulateIn, options?: PostOptions): Promise<EndpointTransformationSimulateOut>
    /**
     * Send what failed on this endpoint once more, also what waits for a retry; stats tell how much.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/recover`, answers 202.
     */
    recover(appId: string, endpointId: string, recoverIn: RecoverIn, options?: PostOptions): Promise<RecoverOut>
    /**
     * Send what this endpoint would have got, had it been there.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/replay-missing`, answers 202.
     */
    replay(appId: string, endpointId: string, replayIn: ReplayIn, options?: PostOptions): Promise<ReplayOut>
    /**
     * Send an example of an event type to this endpoint alone.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/send-example`, answers 202.
     */
    sendExample(appId: string, endpointId: string, eventExampleIn: EventExampleIn, options?: PostOptions): Promise<MessageOut>
  }
  readonly environment: {
    /**
     * All event types, archived ones too, and the settings.
     * `POST /environment/export`, answers 200.
     */
    export(body: { readonly [name: string]: unknown }, options?: PostOptions): Promise<EnvironmentOut>
    /**
     * Add or replace the given event types, and the settings; nothing is deleted.
     * `POST /environment/import`, answers 204.
     */
    import(environmentIn: EnvironmentIn, options?: PostOptions): Promise<void>
    /**
     * How an application's portal looks.
     * `GET /environment/settings`, answers 200.
     */
    getSettings(options?: CallOptions): Promise<EnvironmentSettingsOut>
  }
  readonly eventType: {
    /**
     * All event types by name; archived ones and schemas on request.
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
     * An example of what a JSON Schema describes.
     * `POST /event-type/schema/generate-example`, answers 200.
     */
    generateExample(eventTypeSchemaIn: EventTypeSchemaIn, options?: PostOptions): Promise<EventTypeExampleOut>
    /**
     * One event type, archived or not.
     * `GET /event-type/{event_type_name}`, answers 200.
     */
    get(eventTypeName: string, options?: CallOptions): Promise<EventTypeOut>
    /**
     * Replace an event type, or create it.
     * `PUT /event-type/{event_type_name}`, answers 200 or 201.
     */
    update(eventTypeName: string, eventTypeUpdate: EventTypeUpdate, options?: CallOptions): Promise<EventTypeOut>
    /**
     * Change some fields of an event type.
     * `PATCH /event-type/{event_type_name}`, answers 200.
     */
    patch(eventTypeName: string, eventTypePatch: EventTypePatch, options?: CallOptions): Promise<EventTypeOut>
    /**
     * Archive an event type, or with `expunge` forget it.
     * `DELETE /event-type/{event_type_name}`, answers 204.
     */
    delete(eventTypeName: string, options?: CallOptions & { readonly expunge?: boolean | undefined }): Promise<void>
  }
  readonly integration: {
    /**
     * All of an application's integrations.
     * `GET /app/{app_id}/integration`, answers 200.
     */
    list(appId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<IntegrationOut>>
    /**
     * Create an integration; its key is read with get-key.
     * `POST /app/{app_id}/integration`, answers 201.
     */
    create(appId: string, integrationIn: IntegrationIn, options?: PostOptions): Promise<IntegrationOut>
    /**
     * One integration.
     * `GET /app/{app_id}/integration/{integ_id}`, answers 200.
     */
    get(appId: string, integId: string, options?: CallOptions): Promise<IntegrationOut>
    /**
     * Rename an integration.
     * `PUT /app/{app_id}/integration/{integ_id}`, answers 200.
     */
    update(appId: string, integId: string, integrationUpdate: IntegrationUpdate, options?: CallOptions): Promise<IntegrationOut>
    /**
     * Delete an integration; its key stops working at once.
     * `DELETE /app/{app_id}/integration/{integ_id}`, answers 204.
     */
    delete(appId: string, integId: string, options?: CallOptions): Promise<void>
    /**
     * An integration's key.
     * `GET /app/{app_id}/integration/{integ_id}/key`, answers 200.
     */
    getKey(appId: string, integId: string, options?: CallOptions): Promise<IntegrationKeyOut>
    /**
     * A new key; the old one stops working at once.
     * `POST /app/{app_id}/integration/{integ_id}/key/rotate`, answers 200.
     */
    rotateKey(appId: string, integId: string, options?: PostOptions): Promise<IntegrationKeyOut>
  }
  readonly message: {
    /**
     * Messages, newest first, of 90 days at the most.
     * `GET /app/{app_id}/msg`, answers 200.
     */
    list(appId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly withContent?: boolean | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly tag?: unknown | undefined }): Promise<Page<MessageOut>>
    /**
     * Send a message to all endpoints that want it.
     * `POST /app/{app_id}/msg`, answers 202.
     */
    create(appId: string, messageIn: MessageIn, options?: PostOptions & { readonly withContent?: boolean | undefined }): Promise<MessageOut>
    /**
     * One message.
     * `GET /app/{app_id}/msg/{msg_id}`, answers 200.
     */
    get(appId: string, msgId: string, options?: CallOptions & { readonly withContent?: boolean | undefined }): Promise<MessageOut>
    /**
     * A message's payload as the text that was sent.
     * `GET /app/{app_id}/msg/{msg_id}/raw`, answers 200.
     */
    getRawPayload(appId: string, msgId: string, options?: CallOptions): Promise<MessageRawPayloadOut>
    /**
     * Erase a message's payload; it is not sent any more.
     * `DELETE /app/{app_id}/msg/{msg_id}/content`, answers 204.
     */
    expungeContent(appId: string, msgId: string, options?: CallOptions): Promise<void>
    /**
     * Send the same message in every application.
     * `POST /msg/broadcast`, answers 202.
     */
    broadcast(messageBroadcastIn: MessageBroadcastIn, options?: PostOptions): Promise<MessageBroadcastOut>
    /**
     * Send a message to this endpoint alone, once, and answer what came of it.
     * `POST /app/{app_id}/endpoint/{endpoint_id}/msg/test-attempt`, answers 201.
     */
    testAttempt(appId: string, endpointId: string, messageIn: MessageIn, options?: PostOptions): Promise<MessageAttemptOut>
  }
  readonly messageAttempt: {
    /**
     * Attempts at one endpoint, newest first, of 90 days at the most.
     * `GET /app/{app_id}/attempt/endpoint/{endpoint_id}`, answers 200.
     */
    listByEndpoint(appId: string, endpointId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | undefined; readonly withContent?: boolean | undefined; readonly tag?: unknown | undefined; readonly expandedStatuses?: boolean | undefined; readonly withMsg?: boolean | undefined }): Promise<Page<MessageAttemptOut2>>
    /**
     * Attempts at one message, newest first, of 90 days at the most.
     * `GET /app/{app_id}/attempt/msg/{msg_id}`, answers 200.
     */
    listByMsg(appId: string, msgId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | undefined; readonly withContent?: boolean | undefined; readonly endpointId?: string | undefined; readonly tag?: unknown | undefined; readonly expandedStatuses?: boolean | undefined }): Promise<Page<MessageAttemptOut>>
    /**
     * Messages for one endpoint with their status there, newest first.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/msg`, answers 200.
     */
    listAttemptedMessages(appId: string, endpointId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly withContent?: boolean | undefined; readonly tag?: unknown | undefined; readonly expandedStatuses?: boolean | undefined }): Promise<Page<EndpointMessageOut>>
    /**
     * Endpoints that one message is for, with its status there.
     * `GET /app/{app_id}/msg/{msg_id}/endpoint`, answers 200.
     */
    listAttemptedDestinations(appId: string, msgId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined }): Promise<Page<MessageEndpointOut>>
    /**
     * One attempt.
     * `GET /app/{app_id}/msg/{msg_id}/attempt/{attempt_id}`, answers 200.
     */
    get(appId: string, msgId: string, attemptId: string, options?: CallOptions & { readonly expandedStatuses?: boolean | undefined }): Promise<MessageAttemptOut>
    /**
     * The headers that were sent; of sensitive ones the name alone.
     * `GET /app/{app_id}/msg/{msg_id}/attempt/{attempt_id}/headers`, answers 200.
     */
    getHeaders(appId: string, msgId: string, attemptId: string, options?: CallOptions): Promise<MessageAttemptHeadersOut>
    /**
     * Erase what the receiver's answer said.
     * `DELETE /app/{app_id}/msg/{msg_id}/attempt/{attempt_id}/content`, answers 204.
     */
    expungeContent(appId: string, msgId: string, attemptId: string, options?: CallOptions): Promise<void>
    /**
     * Try once more, whatever the status.
     * `POST /app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/resend`, answers 202.
     */
    resend(appId: string, msgId: string, endpointId: string, options?: PostOptions): Promise<void>
    /**
     * Attempts at one message; use attempt/msg instead.
     * `GET /app/{app_id}/msg/{msg_id}/attempt`, answers 200.
     * @deprecated
     */
    listByMsgDeprecated(appId: string, msgId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | undefined; readonly endpointId?: string | undefined }): Promise<Page<MessageAttemptOut>>
    /**
     * Attempts at one message and endpoint; use attempt/msg instead.
     * `GET /app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/attempt`, answers 200.
     * @deprecated
     */
    listByEndpointDeprecated(appId: string, msgId: string, endpointId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined }): Promise<Page<MessageAttemptEndpointOut>>
  }
  readonly statistics: {
    /**
     * Attempts over time; by day, or by five minutes in a day at the most.
     * `GET /stats/app/{app_id}/attempt`, answers 200.
     */
    appAttempts(appId: string, options?: CallOptions & { readonly startDate?: Date | string | undefined; readonly endDate?: Date | string | undefined; readonly period?: unknown | undefined; readonly eventTypes?: unknown | undefined }): Promise<AttemptStatisticsResponse>
    /**
     * The same of one endpoint.
     * `GET /stats/app/{app_id}/ep/{endpoint_id}/attempt`, answers 200.
     */
    endpointAttempts(appId: string, endpointId: string, options?: CallOptions & { readonly startDate?: Date | string | undefined; readonly endDate?: Date | string | undefined }): Promise<AttemptStatisticsResponse>
    /**
     * Count the usage of applications in the background.
     * `POST /stats/usage/app`, answers 202.
     */
    aggregateAppStats(appUsageStatsIn: AppUsageStatsIn, options?: PostOptions): Promise<AppUsageStatsOut>
  }
  readonly transformationTemplate: {
    /**
     * All templates.
     * `GET /transformation-template`, answers 200.
     */
    list(options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<TemplateOut>>
    /**
     * Create a template.
     * `POST /transformation-template`, answers 201.
     */
    create(templateIn: TemplateIn, options?: PostOptions): Promise<TemplateOut>
    /**
     * What the given code would make of a message to https://example.com/.
     * `POST /transformation-template/simulate`, answers 200.
     */
    simulate(transformationSimulateIn: TransformationSimulateIn, options?: PostOptions): Promise<TransformationSimulateOut>
    /**
     * One template.
     * `GET /transformation-template/{transformation_template_id}`, answers 200.
     */
    get(transformationTemplateId: string, options?: CallOptions): Promise<TemplateOut>
    /**
     * Replace a template, or create one under a new id.
     * `PUT /transformation-template/{transformation_template_id}`, answers 200 or 201.
     */
    update(transformationTemplateId: string, templateUpdate: TemplateUpdate, options?: CallOptions): Promise<TemplateOut>
    /**
     * Change some fields of a template.
     * `PATCH /transformation-template/{transformation_template_id}`, answers 200.
     */
    patch(transformationTemplateId: string, templatePatch: TemplatePatch, options?: CallOptions): Promise<TemplateOut>
    /**
     * Delete a template; endpoints keep the code that they took from it.
     * `DELETE /transformation-template/{transformation_template_id}`, answers 204.
     */
    delete(transformationTemplateId: string, options?: CallOptions): Promise<void>
  }
}
