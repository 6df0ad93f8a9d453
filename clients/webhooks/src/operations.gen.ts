// Derived from packages/contracts by `npm run derive`; do not edit.

import type { OperationTable } from './operation.ts'

/** Every operation of the service, by group and name. */
export const operations: OperationTable = {
  health: {
    get: { call: 'v1HealthGet', method: 'GET', path: '/health', open: true, empty: [204] },
  },
  application: {
    list: { call: 'v1ApplicationList', method: 'GET', path: '/app', query: ['limit', 'iterator', 'order'], dates: ['data.*.createdAt', 'data.*.updatedAt'] },
    create: { call: 'v1ApplicationCreate', method: 'POST', path: '/app', body: 'applicationIn', checks: { rateLimit: 'uint16' }, query: ['get_if_exists'], dates: ['createdAt', 'updatedAt'] },
    get: { call: 'v1ApplicationGet', method: 'GET', path: '/app/{app_id}', dates: ['createdAt', 'updatedAt'] },
    update: { call: 'v1ApplicationUpdate', method: 'PUT', path: '/app/{app_id}', body: 'applicationIn', checks: { rateLimit: 'uint16' }, dates: ['createdAt', 'updatedAt'] },
    patch: { call: 'v1ApplicationPatch', method: 'PATCH', path: '/app/{app_id}', body: 'applicationPatch', checks: { rateLimit: 'uint16' }, dates: ['createdAt', 'updatedAt'] },
    delete: { call: 'v1ApplicationDelete', method: 'DELETE', path: '/app/{app_id}', empty: [204] },
  },
  authentication: {
    appPortalAccess: { call: 'v1AuthenticationAppPortalAccess', method: 'POST', path: '/auth/app-portal-access/{app_id}', body: 'appPortalAccessIn' },
    dashboardAccess: { call: 'v1AuthenticationDashboardAccess', method: 'POST', path: '/auth/dashboard-access/{app_id}' },
    expireAll: { call: 'v1AuthenticationExpireAll', method: 'POST', path: '/auth/app/{app_id}/expire-all', body: 'applicationTokenExpireIn', empty: [204] },
    logout: { call: 'v1AuthenticationLogout', method: 'POST', path: '/auth/logout', empty: [204] },
    exchangeOneTimeToken: { call: 'v1AuthenticationExchangeOneTimeToken', method: 'POST', path: '/auth/one-time-token', open: true, body: 'oneTimeTokenIn' },
  },
  endpoint: {
    list: { call: 'v1EndpointList', method: 'GET', path: '/app/{app_id}/endpoint', query: ['limit', 'iterator', 'order'], dates: ['data.*.createdAt', 'data.*.updatedAt'] },
    create: { call: 'v1EndpointCreate', method: 'POST', path: '/app/{app_id}/endpoint', body: 'endpointIn', checks: { url: 'uri', version: 'uint16', rateLimit: 'uint16' }, dates: ['createdAt', 'updatedAt'] },
    get: { call: 'v1EndpointGet', method: 'GET', path: '/app/{app_id}/endpoint/{endpoint_id}', dates: ['createdAt', 'updatedAt'] },
    update: { call: 'v1EndpointUpdate', method: 'PUT', path: '/app/{app_id}/endpoint/{endpoint_id}', body: 'endpointUpdate', checks: { url: 'uri', version: 'uint16', rateLimit: 'uint16' }, dates: ['createdAt', 'updatedAt'] },
    patch: { call: 'v1EndpointPatch', method: 'PATCH', path: '/app/{app_id}/endpoint/{endpoint_id}', body: 'endpointPatch', checks: { url: 'uri', version: 'uint16', rateLimit: 'uint16' }, dates: ['createdAt', 'updatedAt'] },
    delete: { call: 'v1EndpointDelete', method: 'DELETE', path: '/app/{app_id}/endpoint/{endpoint_id}', empty: [204] },
    getSecret: { call: 'v1EndpointGetSecret', method: 'GET', path: '/app/{app_id}/endpoint/{endpoint_id}/secret' },
    rotateSecret: { call: 'v1EndpointRotateSecret', method: 'POST', path: '/app/{app_id}/endpoint/{endpoint_id}/secret/rotate', body: 'endpointSecretRotateIn', empty: [204] },
    getHeaders: { call: 'v1EndpointGetHeaders', method: 'GET', path: '/app/{app_id}/endpoint/{endpoint_id}/headers' },
    updateHeaders: { call: 'v1EndpointUpdateHeaders', method: 'PUT', path: '/app/{app_id}/endpoint/{endpoint_id}/headers', body: 'endpointHeadersIn', empty: [204] },
    patchHeaders: { call: 'v1EndpointPatchHeaders', method: 'PATCH', path: '/app/{app_id}/endpoint/{endpoint_id}/headers', body: 'endpointHeadersPatchIn', empty: [204] },
    getStats: { call: 'v1EndpointGetStats', method: 'GET', path: '/app/{app_id}/endpoint/{endpoint_id}/stats', query: ['since', 'until'], queryChecks: { since: 'date-time', until: 'date-time' } },
  },
  eventType: {
    list: { call: 'v1EventTypeList', method: 'GET', path: '/event-type', query: ['limit', 'iterator', 'order', 'include_archived', 'with_content'], dates: ['data.*.createdAt', 'data.*.updatedAt'] },
    create: { call: 'v1EventTypeCreate', method: 'POST', path: '/event-type', body: 'eventTypeIn', dates: ['createdAt', 'updatedAt'] },
    get: { call: 'v1EventTypeGet', method: 'GET', path: '/event-type/{event_type_name}', dates: ['createdAt', 'updatedAt'] },
    update: { call: 'v1EventTypeUpdate', method: 'PUT', path: '/event-type/{event_type_name}', body: 'eventTypeUpdate', dates: ['createdAt', 'updatedAt'] },
    patch: { call: 'v1EventTypePatch', method: 'PATCH', path: '/event-type/{event_type_name}', body: 'eventTypePatch', dates: ['createdAt', 'updatedAt'] },
    delete: { call: 'v1EventTypeDelete', method: 'DELETE', path: '/event-type/{event_type_name}', query: ['expunge'], empty: [204] },
  },
  message: {
    list: { call: 'v1MessageList', method: 'GET', path: '/app/{app_id}/msg', query: ['limit', 'iterator', 'channel', 'before', 'after', 'with_content', 'event_types'], queryChecks: { before: 'date-time', after: 'date-time' }, dates: ['data.*.timestamp'] },
    create: { call: 'v1MessageCreate', method: 'POST', path: '/app/{app_id}/msg', body: 'messageIn', checks: { 'application.rateLimit': 'uint16' }, query: ['with_content'], dates: ['timestamp'] },
    get: { call: 'v1MessageGet', method: 'GET', path: '/app/{app_id}/msg/{msg_id}', query: ['with_content'], dates: ['timestamp'] },
    getRawPayload: { call: 'v1MessageGetRawPayload', method: 'GET', path: '/app/{app_id}/msg/{msg_id}/raw' },
    expungeContent: { call: 'v1MessageExpungeContent', method: 'DELETE', path: '/app/{app_id}/msg/{msg_id}/content', empty: [204] },
  },
  messageAttempt: {
    listByEndpoint: { call: 'v1MessageAttemptListByEndpoint', method: 'GET', path: '/app/{app_id}/attempt/endpoint/{endpoint_id}', query: ['limit', 'iterator', 'status', 'channel', 'before', 'after', 'event_types', 'status_code_class', 'with_content'], queryChecks: { before: 'date-time', after: 'date-time' }, dates: ['data.*.timestamp'] },
    listByMsg: { call: 'v1MessageAttemptListByMsg', method: 'GET', path: '/app/{app_id}/attempt/msg/{msg_id}', query: ['limit', 'iterator', 'status', 'channel', 'before', 'after', 'event_types', 'status_code_class', 'with_content', 'endpoint_id'], queryChecks: { before: 'date-time', after: 'date-time' }, dates: ['data.*.timestamp'] },
    listAttemptedMessages: { call: 'v1MessageAttemptListAttemptedMessages', method: 'GET', path: '/app/{app_id}/endpoint/{endpoint_id}/msg', query: ['limit', 'iterator', 'status', 'channel', 'before', 'after', 'event_types', 'with_content'], queryChecks: { before: 'date-time', after: 'date-time' }, dates: ['data.*.timestamp', 'data.*.nextAttempt'] },
    listAttemptedDestinations: { call: 'v1MessageAttemptListAttemptedDestinations', method: 'GET', path: '/app/{app_id}/msg/{msg_id}/endpoint', query: ['limit', 'iterator'], dates: ['data.*.createdAt', 'data.*.updatedAt', 'data.*.nextAttempt'] },
    get: { call: 'v1MessageAttemptGet', method: 'GET', path: '/app/{app_id}/msg/{msg_id}/attempt/{attempt_id}', dates: ['timestamp'] },
    getHeaders: { call: 'v1MessageAttemptGetHeaders', method: 'GET', path: '/app/{app_id}/msg/{msg_id}/attempt/{attempt_id}/headers' },
    expungeContent: { call: 'v1MessageAttemptExpungeContent', method: 'DELETE', path: '/app/{app_id}/msg/{msg_id}/attempt/{attempt_id}/content', empty: [204] },
    resend: { call: 'v1MessageAttemptResend', method: 'POST', path: '/app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/resend', empty: [202] },
    listByMsgDeprecated: { call: 'v1MessageAttemptListByMsgDeprecated', method: 'GET', path: '/app/{app_id}/msg/{msg_id}/attempt', query: ['limit', 'iterator', 'status', 'channel', 'before', 'after', 'event_types', 'status_code_class', 'endpoint_id'], queryChecks: { before: 'date-time', after: 'date-time' }, dates: ['data.*.timestamp'] },
    listByEndpointDeprecated: { call: 'v1MessageAttemptListByEndpointDeprecated', method: 'GET', path: '/app/{app_id}/msg/{msg_id}/endpoint/{endpoint_id}/attempt', query: ['limit', 'iterator', 'status', 'channel', 'before', 'after', 'event_types'], queryChecks: { before: 'date-time', after: 'date-time' }, dates: ['data.*.timestamp'] },
  },
}
