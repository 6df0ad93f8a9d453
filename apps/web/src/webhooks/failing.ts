import type { FailingEndpoint } from '@countersign/contracts/webhooks'
import { useServiceOperation } from './service.tsx'

/** Which endpoints take nothing at the moment, by their id. */
export function useFailing(): ReadonlyMap<string, FailingEndpoint> {
  const { data } = useServiceOperation((service) => service.portal.failing, {}, { polls: 10_000 })
  return new Map(data?.data.map((one) => [one.endpointId, one]))
}
