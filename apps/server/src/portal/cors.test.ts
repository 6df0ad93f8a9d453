import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog } from '@countersign/kit/log'
import { afterAll, expect, test } from 'vitest'
import { allowBrowsers } from './cors.ts'

const app = httpServer({
  ...{ log: createLog('silent'), errors: productErrors, first: allowBrowsers },
})
app.get('/api/v1/thing', () => ({}))
afterAll(() => app.close())

test.each(['GET', 'OPTIONS'] as const)(
  '[WH-15] another site’s %s reaches the webhook service without cookies, whatever it asks for',
  async (method) => {
    const answer = await app.inject({
      ...{ method, url: '/api/v1/thing' },
      headers: {
        ...{ origin: 'https://other.example', cookie: 'a=b' },
        ...{ 'access-control-request-method': 'GET' },
        'access-control-request-headers': 'authorization',
      },
    })
    expect(answer.statusCode).toBe(method === 'GET' ? 200 : 204)
    // A browser sends no cookie where every site is allowed and credentials are not.
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials')
    expect(answer.headers).not.toHaveProperty('set-cookie')
  },
)
