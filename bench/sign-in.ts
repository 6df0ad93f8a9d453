/** A cookie of somebody who is signed in, as the browser is told of it. */
export type Cookie = { readonly name: string; readonly value: string }

/** Signs somebody of the demo in, as a browser does: through the identity provider’s form. */
export async function signIn(url: string, email: string): Promise<Cookie[]> {
  const jar = new Map<string, string>()
  const follow = async (start: string, init: RequestInit): Promise<Response> => {
    let [address, options] = [start, init]
    for (let hops = 0; hops < 12; hops++) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(address, {
        ...options,
        redirect: 'manual',
        headers: { ...options.headers, cookie },
      })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        jar.set(name, value)
      }
      const next = answer.headers.get('location')
      if (next === null) return answer
      await answer.arrayBuffer()
      address = new URL(next, address).href
      options = {}
    }
    throw new Error('Too many redirects')
  }
  const form = await follow(`${url}/api/auth/login?redirect=/privacy`, {})
  await form.arrayBuffer()
  const entered = await follow(form.url, {
    method: 'POST',
    body: new URLSearchParams({ email, password: 'demo' }),
  })
  await entered.arrayBuffer()
  if (new URL(entered.url).pathname !== '/privacy') throw new Error(`Not signed in: ${entered.url}`)
  return [...jar].map(([name, value]) => ({ name, value }))
}
