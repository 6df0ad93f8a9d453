import { expect, test } from 'vitest'
import { cookieDeletions } from './consent.rules.ts'

test('[UI-08] declining deletes each analytics cookie on the host and its parent domains', () => {
  const cookies = 'theme=dark; ajs_anonymous_id=1; _dd_s_v2=x; _dd_s=y; _ga_AB=2; countersign=s'
  const deletions = cookieDeletions(cookies, 'desk.eu.example')
  expect(deletions).toHaveLength(4 * 3)
  expect(deletions.slice(0, 3)).toEqual([
    'ajs_anonymous_id=; path=/; max-age=0',
    'ajs_anonymous_id=; path=/; max-age=0; domain=desk.eu.example',
    'ajs_anonymous_id=; path=/; max-age=0; domain=eu.example',
  ])
  expect(deletions.join()).not.toMatch(/theme|countersign/)
})

test('[UI-08] nothing is deleted where there is nothing', () => {
  expect(cookieDeletions('', 'localhost')).toEqual([])
  expect(cookieDeletions('density=compact', 'localhost')).toEqual([])
})
