import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jwtVerify } from 'jose'

/** The secret by which its addresses are signed. */
export const metabaseSecret = 'a-secret-of-the-journeys-metabase-0123456789'

/** A Metabase that shows a dashboard only to whom a Metabase would: with a token of its secret, locked and not ended. */
export type FakeMetabase = Awaited<ReturnType<typeof fakeMetabase>>

export async function fakeMetabase() {
  /** How far its clock is ahead. */
  const ahead = { ms: 0 }
  /** What it showed, in order: the address and the company that the token names. */
  const shown: { readonly url: string; readonly companies: unknown }[] = []
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://metabase')
    const [, token = ''] = /^\/embed\/dashboard\/([\w.-]+)$/.exec(pathname) ?? []
    response.setHeader('content-type', 'text/html; charset=utf-8')
    try {
      const { payload } = await jwtVerify(token, new TextEncoder().encode(metabaseSecret), {
        algorithms: ['HS256'],
        requiredClaims: ['exp'],
        currentDate: new Date(Date.now() + ahead.ms),
      })
      const { dashboard } = Object(payload.resource)
      const { vasp_did: companies, ...open } = Object(payload.params)
      // A locked parameter has a value in each token; an empty list would lift the lock.
      if (dashboard !== 7 || !Array.isArray(companies) || companies.length === 0)
        throw new Error('You must specify a value for :vasp_did in the JWT')
      shown.push({ url: request.url ?? '', companies })
      response.end(`<!doctype html><html lang="en"><title>Dashboard</title><main><h1>Dashboard 7</h1>
        <p>Of ${companies.join(', ')}</p><p>From ${open.from} to ${open.to}</p></main></html>`)
    } catch (error) {
      response
        .writeHead(400)
        .end(`<!doctype html><html lang="en"><title>No</title><p>${error}</p></html>`)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    ahead,
    shown,
    /** How it answers to an address. */
    statusOf: async (path: string) => (await fetch(`${url}${path}`)).status,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
