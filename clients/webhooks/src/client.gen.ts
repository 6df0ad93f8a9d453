// Derived from packages/contracts by `npm run derive`; do not edit.

import type { AppPortalAccessIn, AppPortalAccessOut, ApplicationIn, ApplicationOut, ApplicationPatch, ApplicationTokenExpireIn, DashboardAccessOut, EndpointHeadersIn, EndpointHeadersOut, EndpointHeadersPatchIn, EndpointIn, EndpointMessageOut, EndpointOut, EndpointPatch, EndpointSecretOut, EndpointSecretRotateIn, EndpointStats, EndpointUpdate, EventTypeIn, EventTypeOut, EventTypePatch, EventTypeUpdate, MessageAttemptEndpointOut, MessageAttemptHeadersOut, MessageAttemptOut, MessageEndpointOut, MessageIn, MessageOut, MessageRawPayloadOut, OneTimeTokenIn, OneTimeTokenOut } from './models.gen.ts'
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
    list(options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly order?: 'ascending' | 'descending' | undefined }): Promise<Page<ApplicationOut>>
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
  }
  readonly authentication: {
    /**
     * A token for the application's portal, and the portal's address with it.
     * `POST /auth/app-portal-access/{app_id}`, answers 200.
     */
    appPortalAccess(appId: string, appPortalAccessIn: AppPortalAccessIn, options?: PostOptions): Promise<AppPortalAccessOut>
    /**
     * As app-portal-access, without feature flags.
     * `POST /auth/dashboard-access/{app_id}`, answers 200.
     * @deprecated
     */
    dashboardAccess(appId: string, options?: PostOptions): Promise<DashboardAccessOut>
    /**
     * End all tokens that the application's people hold, at once or after `expiry` seconds.
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
     * Sign with a new secret; the old one signs too for 24 hours.
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
  readonly message: {
    /**
     * Messages, newest first, of 90 days at the most.
     * `GET /app/{app_id}/msg`, answers 200.
     */
    list(appId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly withContent?: boolean | undefined; readonly eventTypes?: string | readonly string[] | undefined }): Promise<Page<MessageOut>>
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
  }
  readonly messageAttempt: {
    /**
     * Attempts at one endpoint, newest first, of 90 days at the most.
     * `GET /app/{app_id}/attempt/endpoint/{endpoint_id}`, answers 200.
     */
    listByEndpoint(appId: string, endpointId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | undefined; readonly withContent?: boolean | undefined }): Promise<Page<MessageAttemptOut>>
    /**
     * Attempts at one message, newest first, of 90 days at the most.
     * `GET /app/{app_id}/attempt/msg/{msg_id}`, answers 200.
     */
    listByMsg(appId: string, msgId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly statusCodeClass?: 0 | 100 | 200 | 300 | 400 | 500 | undefined; readonly withContent?: boolean | undefined; readonly endpointId?: string | undefined }): Promise<Page<MessageAttemptOut>>
    /**
     * Messages for one endpoint with their status there, newest first.
     * `GET /app/{app_id}/endpoint/{endpoint_id}/msg`, answers 200.
     */
    listAttemptedMessages(appId: string, endpointId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined; readonly status?: 0 | 1 | 2 | 3 | undefined; readonly channel?: string | undefined; readonly before?: Date | string | undefined; readonly after?: Date | string | undefined; readonly eventTypes?: string | readonly string[] | undefined; readonly withContent?: boolean | undefined }): Promise<Page<EndpointMessageOut>>
    /**
     * Endpoints that one message is for, with its status there.
     * `GET /app/{app_id}/msg/{msg_id}/endpoint`, answers 200.
     */
    listAttemptedDestinations(appId: string, msgId: string, options?: CallOptions & { readonly limit?: number | undefined; readonly iterator?: string | undefined }): Promise<Page<MessageEndpointOut>>
    /**
     * One attempt.
     * `GET /app/{app_id}/msg/{msg_id}/attempt/{attempt_id}`, answers 200.
     */
    get(appId: string, msgId: string, attemptId: string, options?: CallOptions): Promise<MessageAttemptOut>
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
}
