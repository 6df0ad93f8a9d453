import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { Caller, stubPage } from '../page.fixture.ts'
import { emptyWizard } from './wizard.fixture.ts'

afterEach(() => vi.unstubAllGlobals())

test('[UI-22] trying again does what is left to be done, and nothing a second time', async () => {
  const { calls } = stubPage((_, { body }) => {
    if (String(body).includes('otto') && calls.length < 3) throw new TypeError('No connection')
    return { message: 'Invited' }
  })
  const { useTasks } = await import('./tasks.ts')
  const colleagues = ['nina', 'otto', 'pia'].map((name) => ({
    ...{ email: `${name}@linden.example`, role: 'viewer' },
  }))
  let state = { ...emptyWizard, colleagues }
  const tryAll = async () => {
    let work: ReturnType<typeof useTasks> | undefined
    const call = () => {
      work = useTasks(state, (part) => {
        state = { ...state, ...part }
      })
    }
    renderToStaticMarkup(createElement(Caller, { call }))
    await work?.run('did:example:linden')
  }
  const invited = () => calls.map(({ body }) => /(\w+)@/.exec(JSON.stringify(body))?.[1])
  await tryAll()
  expect(invited()).toEqual(['nina', 'otto', 'pia'])
  expect(state.finished).toEqual(['invite nina@linden.example', 'invite pia@linden.example'])
  await tryAll()
  expect(invited()).toEqual(['nina', 'otto', 'pia', 'otto'])
  expect(state.finished).toContain('invite otto@linden.example')
})
