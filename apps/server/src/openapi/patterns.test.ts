import { webhooksDocument } from '@countersign/webhooks'
import { expect, test } from 'vitest'
import { productDocument } from './documents.ts'

type Group = { readonly start: number; loops: string[]; choice: boolean }

const unbounded = /^(?:[*+]|\{\d+,\})/

/**
 * Why a pattern could take time that grows faster than its text: a loop around a loop, or around a choice.
 * A loop inside is harmless when each round ends with a sign that the loop inside cannot take.
 */
function risks(source: string): string[] {
  const found: string[] = []
  const open: Group[] = [{ start: 0, loops: [], choice: false }]
  for (let at = 0; at < source.length; at++) {
    const top = open.at(-1)
    if (!top) throw new Error(`Not balanced: ${source}`)
    const [token = ''] = /^(?:\[(?:\\.|[^\]\\])*\]|\\.|[\s\S])/.exec(source.slice(at)) ?? []
    const end = at + token.length
    const isLoop = unbounded.test(source.slice(end))
    at = end - 1
    if (token === '(') open.push({ start: at, loops: [], choice: false })
    else if (token === '|') top.choice = true
    else if (token === ')') {
      open.pop()
      const body = source.slice(top.start + 1, at)
      const last = /\\(.)$/.exec(body)?.[1]
      const ends =
        last !== undefined &&
        top.loops.every((one) => one.startsWith('[') && !new RegExp(one).test(last))
      if (isLoop && ((top.loops.length > 0 && !ends) || top.choice)) found.push(`(${body})`)
      open.at(-1)?.loops.push(...(isLoop ? [`(${body})`] : top.loops))
    } else if (isLoop) top.loops.push(token)
  }
  return found
}

function patternsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return found
  for (const [key, member] of Object.entries(value))
    if (key === 'pattern' && typeof member === 'string') found.add(member)
    else patternsIn(member, found)
  return found
}

test.each(['^(a+)+$', '^(a|a)*$', '^(.*\\.)+x$', '^([a-z.]+\\.)*$', '(?:x*y?)*', '^((ab)*c?)+$'])(
  '[ER-04] the check finds %s',
  (bad) => {
    expect(risks(bad)).not.toEqual([])
  },
)

test('[ER-04] no pattern that judges what strangers send can be made to run for long', () => {
  const patterns = [...patternsIn([productDocument(), webhooksDocument()])]
  expect(patterns.length).toBeGreaterThan(25)
  expect(patterns.filter((one) => risks(one).length > 0)).toEqual([])
})
