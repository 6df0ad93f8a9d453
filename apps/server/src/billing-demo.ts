import { randomBytes } from 'node:crypto'
import { acts, type DemoOptions, demoPage, press, type Visit, visited } from '@countersign/billing'
import { fail } from '@countersign/kit/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'

/** Where the page of the demo's billing provider is. */
export const demoPortalPath = '/billing/demo-portal'

const Query = z.object({
  did: z.string().max(300),
  session: z.string().max(100),
  plan: z.string().max(40).default(''),
})
const Params = z.object({ act: z.enum(acts) })

/** Like every link that has ended: it says no more. */
const asked = <T>(schema: z.ZodType<T>, value: unknown): T => {
  const { data } = schema.safeParse(value)
  if (data === undefined) throw fail('not_found', 'No such page')
  return data
}

/** Serves the page on which people of a demo subscribe, fail to pay, pay and cancel. Its link is the key to it. */
export function serveDemoPortal(
  app: FastifyInstance,
  options: DemoOptions,
  plans: readonly string[],
): void {
  app.get(demoPortalPath, async (request, reply) => {
    const visit = asked(Query, request.query)
    const chosen = plans.filter((plan) => plan === visit.plan)
    const offered = chosen.length > 0 ? chosen : plans
    return show(reply, { visit, offered, shown: await visited(options, visit) })
  })
  app.post(`${demoPortalPath}/:act`, async (request, reply) => {
    const visit = asked(Query, request.query)
    const { act } = asked(Params, request.params)
    if (act === 'subscribe' && !plans.includes(visit.plan)) throw fail('not_found', 'No such plan')
    await press(options, visit, act, visit.plan)
    const { did, session } = visit
    return reply.redirect(`${demoPortalPath}?${new URLSearchParams({ did, session })}`, 303)
  })

  function show(
    reply: FastifyReply,
    {
      visit,
      offered,
      shown,
    }: {
      visit: Visit & { readonly plan: string }
      offered: readonly string[]
      shown: Awaited<ReturnType<typeof visited>>
    },
  ) {
    const nonce = randomBytes(16).toString('base64')
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(
        demoPage({
          ...shown,
          visit,
          plans: offered,
          priceOf: options.priceOf,
          isCheckout: visit.plan !== '',
          path: demoPortalPath,
          nonce,
        }),
      )
  }
}
