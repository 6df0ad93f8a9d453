import type { webhooks as contract } from '@countersign/contracts/webhooks'
import type { Client } from '@countersign/kit/client'
import type { WebhookNetwork } from '@countersign/trust'
import * as z from 'zod/mini'

/** The result of the task that counts; `{}` while it runs. */
const Counted = z.object({
  eventTypeStats: z.optional(z.array(z.object({ eventType: z.string(), messages: z.int() }))),
})

type Endpoint = Awaited<
  ReturnType<Client<typeof contract>['operationalWebhookEndpoint']['list']>
>['data'][number]

const listenerOf = ({ id, url, description, eventTypes, disabled, createdAt }: Endpoint) => ({
  id,
  url,
  description,
  disabled,
  createdAt,
  eventTypes: eventTypes ?? null,
})

/** What the network's operator does with the webhook service as a whole. */
export const webhooksNetwork = (api: Client<typeof contract>): WebhookNetwork => ({
  countUsage: async () => (await api.statistics.aggregateEventTypes({})).id,
  usage: async (taskId) => {
    const { status, data } = await api.backgroundTask.get({ task_id: taskId })
    return { status, eventTypes: Counted.parse(data).eventTypeStats ?? [] }
  },
  listeners: async (limit) =>
    (await api.operationalWebhookEndpoint.list({ query: { limit } })).data.map(listenerOf),
  addListener: async ({ url, description, eventTypes }) => {
    const body = { url, description, filterTypes: eventTypes ? [...eventTypes] : null }
    return listenerOf(await api.operationalWebhookEndpoint.create({ body }))
  },
  removeListener: (id) => api.operationalWebhookEndpoint.delete({ endpoint_id: id }),
  secret: async (id) => (await api.operationalWebhookEndpoint.getSecret({ endpoint_id: id })).key,
  rotateSecret: async (id) => {
    await api.operationalWebhookEndpoint.rotateSecret({ endpoint_id: id, body: {} })
    return (await api.operationalWebhookEndpoint.getSecret({ endpoint_id: id })).key
  },
  erasePayloads: async (uid) => (await api.message.expungeAllContents({ app_id: uid })).id,
  eraseMessages: async (uid, ids) => {
    const body = { ids: [...ids] }
    const { results } = await api.message.bulkExpungeContent({ app_id: uid, body })
    return ids.filter((id) => results[id] === 'expunged')
  },
  precheck: async (uid, eventType) =>
    (await api.message.precheck({ app_id: uid, body: { eventType } })).active,
})
