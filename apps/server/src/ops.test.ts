import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { expect, test } from 'vitest'
import { createOps } from './ops.ts'

test.each(['product', 'webhooks'])(
  '[TX-04] [OPS] what requests to the %s carry stands in no metric, wherever it is',
  async (service) => {
    const log = createLog('silent')
    const ops = createOps(log)
    const app = httpServer({
      log,
      errors: productErrors,
      observe: (facts) => ops.observe(service, facts),
    })
    app.all('/api/customers/:ref', () => ({ secret: 'cnary-answer' }))
    app.get('/api/fault', () => {
      throw new Error('cnary-fault')
    })
    const headers = { authorization: 'Bearer cnary-header', cookie: 'a=cnary-cookie' }
    const ask = (method: 'GET' | 'POST', url: string, payload?: object) =>
      app.inject({ method, url, headers, ...(payload && { payload }) })
    await ask('GET', '/api/customers/cnary-path?q=cnary-query')
    await ask('POST', '/api/customers/cnary-path', { name: 'cnary-body' })
    await ask('GET', '/api/cnary-unknown/0x52908400098527886E0F7030069857D2E4169EE7')
    await ask('GET', '/api/fault?address=cnary-query')
    const { payload } = await ops.app.inject('/metrics')
    expect(payload).toContain(`service="${service}",route="/api/customers/:ref",method="POST"`)
    expect(payload).not.toMatch(/cnary|0x5290/)
    await app.close()
    await ops.app.close()
  },
)

test('[OPS] a number that can’t be read takes no other metric with it', async () => {
  const ops = createOps(createLog('silent'))
  const away = () => Promise.reject(new Error('No database'))
  ops.gauge('broken', 'Rejects', away)
  ops.gauges('all_broken', 'Rejects', 'kind', away)
  ops.gauges('sound', 'Answers', 'kind', async () => new Map([['one', 7]]))
  ops.counter('counted', 'Counts', ['kind'])({ kind: 'two' }, 3)
  const { statusCode, payload } = await ops.app.inject('/metrics')
  expect(statusCode).toBe(200)
  expect(payload).toContain('sound{kind="one"} 7')
  expect(payload).toContain('counted{kind="two"} 3')
  expect(payload).not.toContain('all_broken{')
  await ops.app.close()
})
