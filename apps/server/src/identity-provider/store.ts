import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

type Entry = { readonly payload: AdapterPayload; readonly until: number }

/** What the embedded provider keeps while it runs: codes, grants, its sessions. Gone with the process. */
export function memoryStore(): AdapterFactory {
  const entries = new Map<string, Entry>()
  const sweep = () => {
    const now = Date.now()
    for (const [key, { until }] of entries) if (until <= now) entries.delete(key)
  }
  return (model): Adapter => {
    const own = `${model}:`
    const find = async (id: string) => {
      const entry = entries.get(own + id)
      return entry && entry.until > Date.now() ? entry.payload : undefined
    }
    const search = async (matches: (payload: AdapterPayload) => boolean) =>
      [...entries].find(([key, { payload }]) => key.startsWith(own) && matches(payload))?.[1]
        .payload
    return {
      find,
      findByUid: (uid) => search((payload) => payload.uid === uid),
      findByUserCode: (code) => search((payload) => payload.userCode === code),
      upsert: async (id, payload, expiresIn) => {
        sweep()
        entries.set(own + id, { payload, until: Date.now() + (expiresIn ?? 86_400) * 1000 })
      },
      consume: async (id) => {
        const payload = await find(id)
        if (payload) payload.consumed = Math.floor(Date.now() / 1000)
      },
      destroy: async (id) => {
        entries.delete(own + id)
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of entries)
          if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
