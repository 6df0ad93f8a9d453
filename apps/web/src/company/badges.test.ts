import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Badges } from './badges.tsx'

const vasp = { verificationStatus: 'VERIFIED', hasAdmin: true, isActiveReceiver: false } as const

test('[UI-20] badges break over lines, unless they are told not to', () => {
  const rowOf = (options: { wrapBadges?: boolean }) =>
    /<span class="([^"]*)"/.exec(
      renderToStaticMarkup(createElement(Badges, { vasp, ...options })),
    )?.[1]
  expect(rowOf({})).toMatch(/\bflex-wrap\b/)
  expect(rowOf({ wrapBadges: true })).toMatch(/\bflex-wrap\b/)
  expect(rowOf({ wrapBadges: false })).not.toMatch(/\bflex-wrap\b/)
})

test('[UI-20] what a company is not, its badge says to everybody', () => {
  const html = renderToStaticMarkup(createElement(Badges, { vasp }))
  expect(html).toContain('Verified<')
  expect(html).toContain('Not in-network<')
  expect(html).not.toContain('sr-only')
})
