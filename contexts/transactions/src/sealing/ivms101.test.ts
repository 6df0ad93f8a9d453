import { readFileSync } from 'node:fs'
import { readIvms101, validateIvms101 } from '@countersign/contracts/transactions'
import fc from 'fast-check'
import { expect, test } from 'vitest'

type Found = { pointer: string; rule: string }
type Case = {
  name: string
  base: string
  set?: Record<string, unknown>
  remove?: string[]
  errors: Found[]
  warnings: Found[]
}
const { bases, cases }: { bases: Record<string, object>; cases: Case[] } = JSON.parse(
  readFileSync(new URL('../../vectors/ivms101-cases.json', import.meta.url), 'utf8'),
)
const context = { today: '2026-11-22' }

/** The parent of what a pointer names, and its name there. */
function placeOf(root: object, pointer: string): [object, string] {
  const names = pointer.split('/').slice(1)
  const last = names.pop() ?? ''
  return [names.reduce<object>((at, name) => Object(Reflect.get(at, name)), root), last]
}

function payloadOf({ base, set = {}, remove = [] }: Case): Record<string, unknown> {
  const payload: Record<string, unknown> = structuredClone(Object(bases[base]))
  for (const [pointer, value] of Object.entries(set))
    Reflect.set(...placeOf(payload, pointer), value)
  for (const pointer of remove) Reflect.deleteProperty(...placeOf(payload, pointer))
  return payload
}

const sorted = (found: readonly Found[]) =>
  found.map(({ pointer, rule }) => `${rule} ${pointer}`).toSorted()

test.each(cases)('[TX-01] IVMS101: $name', (one) => {
  const { issues } = validateIvms101(payloadOf(one), context)
  const of = (severity: string) => issues.filter((issue) => issue.severity === severity)
  expect(sorted(of('error'))).toEqual(sorted(one.errors))
  expect(sorted(of('warning'))).toEqual(sorted(one.warnings))
})

test('[TX-01] IVMS101: what was read is read the same again, whatever its version was', () => {
  for (const one of cases.filter(({ errors }) => errors.length === 0)) {
    const first = readIvms101(payloadOf(one)).tree
    const again = validateIvms101(structuredClone(first), context)
    expect(again.tree, one.name).toEqual(first)
    expect(again.issues.filter(({ rule }) => rule === 'OLD_NAME')).toEqual([])
  }
})

test('[TX-01] IVMS101: no JSON makes it throw', () => {
  const [natural = {}, legal = {}] = [bases.natural, bases.legal]
  const mixed = fc.oneof(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.record(
      { originator: fc.jsonValue(), beneficiary: fc.jsonValue(), transferPath: fc.jsonValue() },
      { requiredKeys: [] },
    ),
    fc
      .tuple(fc.constantFrom(natural, legal), fc.nat(), fc.jsonValue())
      .map(([base, at, value]) => changed(base, at, value)),
  )
  fc.assert(
    fc.property(mixed, (payload) => {
      const { issues } = validateIvms101(Object(payload), context)
      for (const { pointer, msg } of issues)
        expect([typeof pointer, msg.length > 0]).toEqual(['string', true])
    }),
    { numRuns: 500, seed: 101 },
  )
})

/** A payload in which one node is something else. */
function changed(base: object, at: number, value: unknown): object {
  const all: [object, string][] = []
  const copy: object = structuredClone(base)
  const walk = (node: object) => {
    for (const [name, one] of Object.entries(node)) {
      all.push([node, name])
      if (typeof one === 'object' && one !== null) walk(one)
    }
  }
  walk(copy)
  const place = all[at % all.length]
  if (place) Reflect.set(...place, value)
  return copy
}
