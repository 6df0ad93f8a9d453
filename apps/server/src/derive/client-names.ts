/**
 * The names by which client 1.13.0 of the webhook service knows its operations (contract §6): the
 * call, its body parameter, and the type of the answer (of a list: of an item). Errors of the
 * published client name the call and the parameter, so callers may rely on them.
 */
export type ClientNames = {
  readonly call: string
  readonly body?: string
  readonly answer?: string
}

/** By method and path; `{}` stands for any path parameter. */
export const clientNames: Readonly<Record<string, ClientNames>> = {
  'GET /app': { call: 'v1ApplicationList', answer: 'ApplicationOut' },
  'POST /app': { call: 'v1ApplicationCreate', body: 'applicationIn', answer: 'ApplicationOut' },
  'GET /app/stats/usage': {
    call: 'getAppUsageStatsApiV1AppStatsUsageGet',
    answer: 'ApplicationStats',
  },
  'GET /app/{}': { call: 'v1ApplicationGet', answer: 'ApplicationOut' },
  'PUT /app/{}': { call: 'v1ApplicationUpdate', body: 'applicationIn', answer: 'ApplicationOut' },
  'PATCH /app/{}': {
    call: 'v1ApplicationPatch',
    body: 'applicationPatch',
    answer: 'ApplicationOut',
  },
  'DELETE /app/{}': { call: 'v1ApplicationDelete' },
  'GET /app/{}/attempt/endpoint/{}': {
    call: 'v1MessageAttemptListByEndpoint',
    answer: 'MessageAttemptOut',
  },
  'GET /app/{}/attempt/msg/{}': { call: 'v1MessageAttemptListByMsg', answer: 'MessageAttemptOut' },
  'GET /app/{}/endpoint': { call: 'v1EndpointList', answer: 'EndpointOut' },
  'POST /app/{}/endpoint': { call: 'v1EndpointCreate', body: 'endpointIn', answer: 'EndpointOut' },
  'GET /app/{}/endpoint/{}': { call: 'v1EndpointGet', answer: 'EndpointOut' },
  'PUT /app/{}/endpoint/{}': {
    call: 'v1EndpointUpdate',
    body: 'endpointUpdate',
    answer: 'EndpointOut',
  },
  'PATCH /app/{}/endpoint/{}': {
    call: 'v1EndpointPatch',
    body: 'endpointPatch',
    answer: 'EndpointOut',
  },
  'DELETE /app/{}/endpoint/{}': { call: 'v1EndpointDelete' },
  'GET /app/{}/endpoint/{}/headers': { call: 'v1EndpointGetHeaders', answer: 'EndpointHeadersOut' },
  'PUT /app/{}/endpoint/{}/headers': { call: 'v1EndpointUpdateHeaders', body: 'endpointHeadersIn' },
  'PATCH /app/{}/endpoint/{}/headers': {
    call: 'v1EndpointPatchHeaders',
    body: 'endpointHeadersPatchIn',
  },
  'GET /app/{}/endpoint/{}/msg': {
    call: 'v1MessageAttemptListAttemptedMessages',
    answer: 'EndpointMessageOut',
  },
  'POST /app/{}/endpoint/{}/msg/test-attempt': {
    call: 'createMessageAttemptForEndpoint',
    body: 'messageIn',
    answer: 'MessageAttemptOut',
  },
  'POST /app/{}/endpoint/{}/recover': {
    call: 'v1EndpointRecover',
    body: 'recoverIn',
    answer: 'RecoverOut',
  },
  'POST /app/{}/endpoint/{}/replay-missing': {
    call: 'v1EndpointReplay',
    body: 'replayIn',
    answer: 'ReplayOut',
  },
  'GET /app/{}/endpoint/{}/secret': { call: 'v1EndpointGetSecret', answer: 'EndpointSecretOut' },
  'POST /app/{}/endpoint/{}/secret/rotate': {
    call: 'v1EndpointRotateSecret',
    body: 'endpointSecretRotateIn',
  },
  'POST /app/{}/endpoint/{}/send-example': {
    call: 'v1EndpointSendExample',
    body: 'eventExampleIn',
    answer: 'MessageOut',
  },
  'GET /app/{}/endpoint/{}/stats': { call: 'v1EndpointGetStats', answer: 'EndpointStats' },
  'GET /app/{}/endpoint/{}/transformation': {
    call: 'v1EndpointTransformationGet',
    answer: 'EndpointTransformationOut',
  },
  'PATCH /app/{}/endpoint/{}/transformation': {
    call: 'v1EndpointTransformationPartialUpdate',
    body: 'endpointTransformationIn',
  },
  'POST /app/{}/endpoint/{}/transformation/simulate': {
    call: 'v1EndpointTransformationSimulate',
    body: 'endpointTransformationSimulateIn',
    answer: 'EndpointTransformationSimulateOut',
  },
  'GET /app/{}/integration': { call: 'v1IntegrationList', answer: 'IntegrationOut' },
  'POST /app/{}/integration': {
    call: 'v1IntegrationCreate',
    body: 'integrationIn',
    answer: 'IntegrationOut',
  },
  'GET /app/{}/integration/{}': { call: 'v1IntegrationGet', answer: 'IntegrationOut' },
  'PUT /app/{}/integration/{}': {
    call: 'v1IntegrationUpdate',
    body: 'integrationUpdate',
    answer: 'IntegrationOut',
  },
  'DELETE /app/{}/integration/{}': { call: 'v1IntegrationDelete' },
  'GET /app/{}/integration/{}/key': { call: 'v1IntegrationGetKey', answer: 'IntegrationKeyOut' },
  'POST /app/{}/integration/{}/key/rotate': {
    call: 'v1IntegrationRotateKey',
    answer: 'IntegrationKeyOut',
  },
  'GET /app/{}/msg': { call: 'v1MessageList', answer: 'MessageOut' },
  'POST /app/{}/msg': { call: 'v1MessageCreate', body: 'messageIn', answer: 'MessageOut' },
  'GET /app/{}/msg/{}': { call: 'v1MessageGet', answer: 'MessageOut' },
  'GET /app/{}/msg/{}/attempt': {
    call: 'v1MessageAttemptListByMsgDeprecated',
    answer: 'MessageAttemptOut',
  },
  'GET /app/{}/msg/{}/attempt/{}': { call: 'v1MessageAttemptGet', answer: 'MessageAttemptOut' },
  'DELETE /app/{}/msg/{}/attempt/{}/content': { call: 'v1MessageAttemptExpungeContent' },
  'GET /app/{}/msg/{}/attempt/{}/headers': {
    call: 'v1MessageAttemptGetHeaders',
    answer: 'MessageAttemptHeadersOut',
  },
  'DELETE /app/{}/msg/{}/content': { call: 'v1MessageExpungeContent' },
  'GET /app/{}/msg/{}/endpoint': {
    call: 'v1MessageAttemptListAttemptedDestinations',
    answer: 'MessageEndpointOut',
  },
  'GET /app/{}/msg/{}/endpoint/{}/attempt': {
    call: 'v1MessageAttemptListByEndpointDeprecated',
    answer: 'MessageAttemptEndpointOut',
  },
  'POST /app/{}/msg/{}/endpoint/{}/resend': { call: 'v1MessageAttemptResend' },
  'GET /app/{}/msg/{}/raw': { call: 'v1MessageGetRawPayload', answer: 'MessageRawPayloadOut' },
  'GET /app/{}/stats': { call: 'v1ApplicationGetStats', answer: 'ApplicationStats' },
  'POST /auth/app-portal-access/{}': {
    call: 'v1AuthenticationAppPortalAccess',
    body: 'appPortalAccessIn',
    answer: 'AppPortalAccessOut',
  },
  'POST /auth/app/{}/expire-all': {
    call: 'v1AuthenticationExpireAll',
    body: 'applicationTokenExpireIn',
  },
  'POST /auth/dashboard-access/{}': {
    call: 'v1AuthenticationDashboardAccess',
    answer: 'DashboardAccessOut',
  },
  'POST /auth/logout': { call: 'v1AuthenticationLogout' },
  'POST /auth/one-time-token': {
    call: 'v1AuthenticationExchangeOneTimeToken',
    body: 'oneTimeTokenIn',
    answer: 'OneTimeTokenOut',
  },
  'GET /background-task': { call: 'listBackgroundTasks', answer: 'BackgroundTaskOut' },
  'GET /background-task/{}': { call: 'getBackgroundTask', answer: 'BackgroundTaskOut' },
  'POST /environment/export': {
    call: 'v1EnvironmentExport',
    body: 'body',
    answer: 'EnvironmentOut',
  },
  'POST /environment/import': { call: 'v1EnvironmentImport', body: 'environmentIn' },
  'GET /environment/settings': {
    call: 'v1EnvironmentGetSettings',
    answer: 'EnvironmentSettingsOut',
  },
  'GET /event-type': { call: 'v1EventTypeList', answer: 'EventTypeOut' },
  'POST /event-type': { call: 'v1EventTypeCreate', body: 'eventTypeIn', answer: 'EventTypeOut' },
  'POST /event-type/import/openapi': {
    call: 'v1EventTypeImportOpenapi',
    body: 'eventTypeImportOpenApiIn',
    answer: 'EventTypeImportOpenApiOut',
  },
  'POST /event-type/schema/generate-example': {
    call: 'v1EventTypeGenerateExample',
    body: 'eventTypeSchemaIn',
    answer: 'EventTypeExampleOut',
  },
  'GET /event-type/{}': { call: 'v1EventTypeGet', answer: 'EventTypeOut' },
  'PUT /event-type/{}': {
    call: 'v1EventTypeUpdate',
    body: 'eventTypeUpdate',
    answer: 'EventTypeOut',
  },
  'PATCH /event-type/{}': {
    call: 'v1EventTypePatch',
    body: 'eventTypePatch',
    answer: 'EventTypeOut',
  },
  'DELETE /event-type/{}': { call: 'v1EventTypeDelete' },
  'GET /health': { call: 'v1HealthGet' },
  'POST /msg/broadcast': {
    call: 'createBroadcastMessage',
    body: 'messageBroadcastIn',
    answer: 'MessageBroadcastOut',
  },
  'GET /stats/app/{}/attempt': { call: 'v1StatsAppAttempts', answer: 'AttemptStatisticsResponse' },
  'GET /stats/app/{}/ep/{}/attempt': {
    call: 'v1StatsEndpointAttempts',
    answer: 'AttemptStatisticsResponse',
  },
  'POST /stats/usage/app': {
    call: 'calculateAggregateAppStats',
    body: 'appUsageStatsIn',
    answer: 'AppUsageStatsOut',
  },
  'GET /transformation-template': { call: 'v1TransformationTemplateList', answer: 'TemplateOut' },
  'POST /transformation-template': {
    call: 'v1TransformationTemplateCreate',
    body: 'templateIn',
    answer: 'TemplateOut',
  },
  'POST /transformation-template/simulate': {
    call: 'v1TransformationTemplateSimulate',
    body: 'transformationSimulateIn',
    answer: 'TransformationSimulateOut',
  },
  'GET /transformation-template/{}': { call: 'v1TransformationTemplateGet', answer: 'TemplateOut' },
  'PUT /transformation-template/{}': {
    call: 'v1TransformationTemplateUpdate',
    body: 'templateUpdate',
    answer: 'TemplateOut',
  },
  'PATCH /transformation-template/{}': {
    call: 'v1TransformationTemplatePatch',
    body: 'templatePatch',
    answer: 'TemplateOut',
  },
  'DELETE /transformation-template/{}': { call: 'v1TransformationTemplateDelete' },
}
