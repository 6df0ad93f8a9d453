import type { Answer, DraftAnswer } from '@countersign/contracts/trust'
import { expect, test } from 'vitest'
import { createSaver, type Outcome } from './saver.ts'

const stored = (value: Answer, revision: number): DraftAnswer => ({
  ...{ value, revision, updatedAt: '2026-11-21T12:00:00Z', updatedBy: 'did:example:bob' },
})

/** A saver with a clock that is moved by hand and a server that answers when told to. */
function bench() {
  const waiting: { work: () => void; ms: number; off: boolean }[] = []
  const calls: { question: string; value: Answer; seen: number; answer: (o: Outcome) => void }[] =
    []
  const saver = createSaver({
    send: (question, value, seen) =>
      new Promise((answer) => calls.push({ question, value, seen, answer })),
    later: (work, ms) => {
      const one = { work, ms, off: false }
      waiting.push(one)
      return () => {
        one.off = true
      }
    },
  })
  return {
    saver,
    calls,
    /** Lets the timers fire; answers with their delays. */
    pass: () =>
      waiting.splice(0).flatMap((one) => {
        if (one.off) return []
        one.work()
        return one.ms
      }),
    answer: async (n: number, outcome: Outcome) => {
      calls[n]?.answer(outcome)
      await new Promise((resolve) => setTimeout(resolve, 0))
    },
  }
}
const text = (name: string): Answer => ({ name })

test('[TF-09] typing is saved after a pause, once, on the revision that was seen', async () => {
  const { saver, calls, pass, answer } = bench()
  saver.adopt({ A1: stored(text('a'), 4) })
  for (const word of ['b', 'bc', 'bcd']) saver.type('A1', text(word))
  expect(saver.get('A1').status).toBe('waiting')
  expect(pass()).toEqual([800])
  expect(calls).toMatchObject([{ question: 'A1', value: text('bcd'), seen: 4 }])
  await answer(0, { kind: 'saved', answer: stored(text('bcd'), 5) })
  expect(saver.get('A1')).toMatchObject({ status: 'saved', seen: 5 })
  expect(saver.counts().unsaved).toBe(0)
})

test('[TF-09] what is typed while a call is under way is saved next', async () => {
  const { saver, calls, pass, answer } = bench()
  saver.type('A1', text('a'))
  pass()
  saver.type('A1', text('ab'))
  await answer(0, { kind: 'saved', answer: stored(text('a'), 1) })
  expect(saver.get('A1')).toMatchObject({ value: text('ab'), status: 'waiting', seen: 1 })
  pass()
  expect(calls[1]).toMatchObject({ value: text('ab'), seen: 1 })
})

test('[TF-09] a failure keeps the text and is tried again, later and later', async () => {
  const { saver, pass, answer } = bench()
  saver.type('A1', text('a'))
  pass()
  for (const [n, ms] of [2_000, 4_000, 8_000, 15_000, 30_000, 30_000].entries()) {
    await answer(n, { kind: 'failed', message: 'No connection' })
    expect(saver.get('A1')).toMatchObject({ value: text('a'), status: 'failed' })
    expect(saver.counts()).toMatchObject({ unsaved: 1, failed: 1 })
    expect(pass()).toEqual([ms])
  }
  await answer(6, { kind: 'saved', answer: stored(text('a'), 1) })
  expect(saver.get('A1').status).toBe('saved')
})

test('[TF-09] a refusal waits for the next change', async () => {
  const { saver, calls, pass, answer } = bench()
  saver.type('A1', text('a'))
  pass()
  await answer(0, { kind: 'refused', message: 'Too long' })
  expect(pass()).toEqual([])
  expect(saver.get('A1')).toMatchObject({ status: 'refused', message: 'Too long' })
  saver.type('A1', text('b'))
  pass()
  expect(calls).toHaveLength(2)
})

test('[TF-09] of two values neither is lost until somebody chooses', async () => {
  const { saver, calls, pass, answer } = bench()
  saver.type('A1', text('mine'))
  pass()
  await answer(0, { kind: 'conflict', theirs: stored(text('theirs'), 3) })
  saver.adopt({ A1: stored(text('theirs'), 3) })
  saver.type('A1', text('mine, longer'))
  expect(pass()).toEqual([])
  expect(saver.get('A1')).toMatchObject({ status: 'conflict', value: text('mine, longer') })
  expect(saver.firstConflict()).toBe('A1')
  saver.settle('A1', text('mine, longer'))
  expect(calls[1]).toMatchObject({ value: text('mine, longer'), seen: 3 })
  await answer(1, { kind: 'conflict', theirs: stored(text('newer'), 4) })
  saver.settle('A1', text('newer'))
  expect(saver.get('A1')).toMatchObject({ status: 'saved', value: text('newer'), seen: 4 })
})

test('[UI-27] a poll never touches what is typed, looked at, or newer', async () => {
  const { saver, pass, answer } = bench()
  saver.adopt({ A1: stored(text('one'), 1) })
  saver.type('A1', text('typed'))
  saver.adopt({ A1: stored(text('two'), 2) })
  expect(saver.get('A1').value).toEqual(text('typed'))
  pass()
  await answer(0, { kind: 'saved', answer: stored(text('typed'), 3) })
  saver.adopt({ A1: stored(text('two'), 2) })
  expect(saver.get('A1').value).toEqual(text('typed'))
  saver.hold('A1')
  saver.adopt({ A1: stored(text('four'), 4) })
  expect(saver.get('A1').value).toEqual(text('typed'))
  saver.release('A1')
  saver.adopt({ A1: stored(text('four'), 4) })
  expect(saver.get('A1')).toMatchObject({ value: text('four'), seen: 4 })
})

test('[TF-09] a key in one question is heard by that question alone', () => {
  const { saver } = bench()
  let [one, other, page] = [0, 0, 0]
  saver.subscribe('A1', () => one++)
  saver.subscribe('A2', () => other++)
  saver.watch(() => page++)
  for (const word of ['a', 'ab', 'abc', 'abcd']) saver.type('A1', text(word))
  expect([one, other, page]).toEqual([4, 0, 1])
})

test('[TF-09] text that a submission overtook is saved into the next draft, or compared with it', async () => {
  const { saver, calls, pass, answer } = bench()
  saver.adopt({ A1: stored(text('a'), 9), A2: stored(text('b'), 9) })
  saver.type('A1', text('late'))
  pass()
  await answer(0, { kind: 'refused', message: 'A colleague has submitted this draft' })
  saver.rebase()
  saver.adopt({ A1: stored(text('a'), 1), A2: stored(text('c'), 1) })
  expect(saver.get('A2').value).toEqual(text('c'))
  pass()
  expect(calls[1]).toMatchObject({ value: text('late'), seen: 0 })
})

test('[TF-09] a new draft empties what it does not answer, and its question is drawn again', () => {
  const { saver } = bench()
  saver.adopt({ A1: stored(text('of the old draft'), 3), B1: stored(text('kept'), 1) })
  let drawn = 0
  saver.subscribe('A1', () => drawn++)
  saver.rebase()
  saver.adopt({ B1: stored(text('kept'), 4) })
  expect(saver.get('A1')).toEqual({ value: {}, seen: 0, status: 'saved' })
  expect(drawn).toBe(1)
  expect(saver.get('B1')).toMatchObject({ value: text('kept'), seen: 4 })
})

test('[TF-09] an answer of the revision that is known already changes nothing', () => {
  const { saver } = bench()
  saver.adopt({ A1: stored(text('a'), 4) })
  saver.adopt({ A1: stored(text('of an older answer'), 4) })
  expect(saver.get('A1')).toMatchObject({ value: text('a'), seen: 4 })
})

test('[TF-09] after a success the next failure is tried again as soon as a first one', async () => {
  const { saver, pass, answer } = bench()
  saver.type('A1', text('a'))
  pass()
  for (const n of [0, 1]) {
    await answer(n, { kind: 'failed', message: 'No connection' })
    pass()
  }
  await answer(2, { kind: 'saved', answer: stored(text('a'), 1) })
  saver.type('A1', text('b'))
  pass()
  await answer(3, { kind: 'failed', message: 'No connection' })
  expect(pass()).toEqual([2_000])
})

test('[TF-09] what is typed while a save meets a conflict is kept beside the colleague’s', async () => {
  const { saver, pass, answer } = bench()
  saver.type('A1', text('mine'))
  pass()
  saver.type('A1', text('mine, longer'))
  await answer(0, { kind: 'conflict', theirs: stored(text('theirs'), 3) })
  expect(saver.get('A1')).toMatchObject({
    ...{ status: 'conflict', value: text('mine, longer') },
    theirs: stored(text('theirs'), 3),
  })
})
