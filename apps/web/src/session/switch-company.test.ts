import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Caller, stubPage } from '../page.fixture.ts'

afterEach(() => vi.unstubAllGlobals())

const [before, next] = ['did:example:before', 'did:example:next']

test('[UI-19] a switch forgets what was read for the company before, and asks again where one is unknown', async () => {
  const { local, session, calls } = stubPage()
  const { useSwitchCompany } = await import('./switch-company.ts')
  const { viewerQuery } = await import('./session.ts')
  const { mayRedirect } = await import('./redirect-flag.ts')
  const client = new QueryClient()
  const viewer = { did: 'did:example:ana', vasps: [before, next], disabledVasps: [], roles: [] }
  client.setQueryData<unknown>(viewerQuery.queryKey, viewer)
  client.setQueryData(['vasp.get'], { name: 'Of the company before' })
  local.setItem('activeVasp', before)
  local.setItem('companyWizard', 'begun')
  session.setItem('suppressMultiVaspRedirect', 'true')
  expect(mayRedirect()).toBe(false)

  let work: ReturnType<typeof useSwitchCompany> | undefined
  const call = () => {
    work = useSwitchCompany()
  }
  const history = createMemoryHistory()
  const router = createRouter({ routeTree: createRootRoute(), history, isServer: true })
  await router.load()
  const children = createElement(Caller, { call })
  const page = createElement(RouterContextProvider, { router: router as never, children })
  renderToStaticMarkup(createElement(QueryClientProvider, { client }, page))
  expect(work?.(next)).toBe(true)

  expect(client.getQueryData(['vasp.get'])).toBeUndefined()
  expect(client.getQueryData(viewerQuery.queryKey)).toEqual(viewer)
  expect(mayRedirect()).toBe(true)
  expect(local.getItem('activeVasp')).toBe(next)
  expect(local.getItem('companyWizard')).toBeNull()
  expect(calls).toMatchObject([{ url: '/api/auth/sessions/switch', body: { vaspDID: next } }])
})
