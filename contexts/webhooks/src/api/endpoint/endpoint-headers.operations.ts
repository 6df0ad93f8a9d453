import type { webhooks } from '@countersign/contracts/webhooks'
import { fail, type Issue } from '@countersign/kit/errors'
import type { Core } from '../../core.ts'
import { updateEndpoint } from '../../endpoint.store.ts'
import { type EndpointHeaders, openHeaders, sealHeaders } from '../../endpoint-secret.ts'
import { hasCapability } from '../../token/index.ts'
import { inApplication } from '../bind.ts'
import { keyOf, lockedEndpoint, sealedEndpoint } from '../endpoint-access.ts'
import type { InApplication, InputHere } from '../gate.ts'
import {
  headerNameProblem,
  headerValueProblem,
  patchedHeaders,
  shownHeaders,
} from './endpoint-headers.rules.ts'

type Op = typeof webhooks.endpoint

/** The headers, or all that is wrong with them. @throws 422 */
export function checkedHeaders<T extends string | null>(headers: Readonly<Record<string, T>>) {
  const issues = Object.entries(headers).flatMap(([name, value]): Issue[] => {
    const msg = headerNameProblem(name) ?? (value === null ? null : headerValueProblem(value))
    return msg === null ? [] : [{ loc: ['body', 'headers', name], msg, type: 'value_error' }]
  })
  const [first] = issues
  if (first) throw fail('invalid', first.msg, { issues })
  return headers
}

const getEndpointHeaders = (
  { database, vault }: Core,
  at: InApplication,
  { endpoint_id }: InputHere<Op['getHeaders']>,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const { id, headers } = await sealedEndpoint(tx, at, endpoint_id)
    const mayRead = hasCapability(at.bearer.capabilities, 'ManageEndpoint')
    return shownHeaders(openHeaders(vault, id, headers), mayRead)
  })

const change = (
  { database, vault, clock }: Core,
  at: InApplication,
  ref: string,
  next: (headers: EndpointHeaders) => EndpointHeaders,
) =>
  database.withTenant(at.orgId, async (tx) => {
    const { id, headers } = await lockedEndpoint(tx, at, ref)
    const sealed = sealHeaders(vault, id, next(openHeaders(vault, id, headers)))
    await updateEndpoint(tx, keyOf(at), id, { headers: sealed }, new Date(clock()))
  })

const replaceEndpointHeaders = (
  core: Core,
  at: InApplication,
  { endpoint_id, body }: InputHere<Op['updateHeaders']>,
) => change(core, at, endpoint_id, () => patchedHeaders({}, checkedHeaders(body.headers)))

const patchEndpointHeaders = (
  core: Core,
  at: InApplication,
  { endpoint_id, body }: InputHere<Op['patchHeaders']>,
) =>
  change(core, at, endpoint_id, (headers) => {
    const removed = Object.fromEntries(body.deleteHeaders?.map((name) => [name, null]) ?? [])
    return patchedHeaders(headers, { ...removed, ...checkedHeaders(body.headers) })
  })

export const endpointHeaders = {
  getHeaders: inApplication(getEndpointHeaders),
  updateHeaders: inApplication(replaceEndpointHeaders),
  patchHeaders: inApplication(patchEndpointHeaders),
}
