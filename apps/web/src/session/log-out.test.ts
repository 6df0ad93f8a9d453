import { afterEach, expect, test, vi } from 'vitest'
import { stubPage } from '../page.fixture.ts'

afterEach(() => vi.unstubAllGlobals())

test('[UI-05] [UI-16] who logs out leaves no company and no draft to the next person', async () => {
  const { local, session, places } = stubPage()
  const { logOut } = await import('./log-out.ts')
  const { offered, place } = await import('./kept-drafts.ts')
  local.setItem('activeVasp', 'did:example:kestrel')
  session.setItem(place, '{"sealed":"…"}')
  offered.set({ company: 'did:example:kestrel', path: '/company', texts: {} })
  logOut()
  expect(local.getItem('activeVasp')).toBeNull()
  expect(session.getItem(place)).toBeNull()
  expect(offered.get()).toBeNull()
  expect(places).toEqual(['/api/auth/logout'])
})
