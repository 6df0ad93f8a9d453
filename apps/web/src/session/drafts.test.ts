import { afterEach, expect, test, vi } from 'vitest'
import { stubPage } from '../page.fixture.ts'

afterEach(() => vi.unstubAllGlobals())

const kestrel = 'did:example:kestrel'
const encoded = (data: Uint8Array) => Buffer.from(data).toString('base64')

/** A tab in which somebody was typing for a company when their session ended. */
async function left(company: string) {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  const key = await crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt'])
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const kept = { company, path: '/company', texts: { identity: { description: 'Typed' } } }
  const text = new TextEncoder().encode(JSON.stringify(kept))
  const data = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, text))
  const page = stubPage(() => ({ key: encoded(bytes) }))
  const { findDrafts } = await import('./drafts.ts')
  const { forgetDrafts, offered, place } = await import('./kept-drafts.ts')
  forgetDrafts()
  const sealed = { sealed: 'sealed', iv: encoded(iv), data: encoded(data) }
  page.session.setItem(place, JSON.stringify(sealed))
  return { ...page, findDrafts, offered, kept: () => page.session.getItem(place) }
}

test('[UI-16] a draft is offered to who still works for its company, and in its name', async () => {
  const { findDrafts, offered, local, kept } = await left(kestrel)
  await findDrafts(['did:example:other', kestrel])
  expect(offered.get()?.texts).toEqual({ identity: { description: 'Typed' } })
  expect(local.getItem('activeVasp')).toBe(kestrel)
  expect(kept()).not.toBeNull()
})

test('[UI-16] a draft for a company that the person has left goes away unread', async () => {
  const { findDrafts, offered, local, kept } = await left(kestrel)
  await findDrafts(['did:example:other'])
  expect(offered.get()).toBeNull()
  expect(local.getItem('activeVasp')).toBeNull()
  expect(kept()).toBeNull()
})
