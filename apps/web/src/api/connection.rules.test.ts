import { ApiError } from '@countersign/kit/client'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { connectionWatch, isUnreachable, viewerRetry } from './connection.rules.ts'

afterEach(() => vi.useRealTimers())

test('[UI-10] a lost connection remembers when the server last answered, until it answers again', () => {
  let now = 100
  const watch = connectionWatch(() => now)
  const seen: unknown[] = []
  watch.subscribe(() => seen.push(watch.current()))
  watch.answered()
  now = 200
  watch.answered()
  expect(seen).toEqual([])
  now = 300
  watch.failed()
  watch.failed()
  now = 400
  watch.answered()
  expect(seen).toEqual([
    { lost: true, lastAnswerAt: 200 },
    { lost: false, lastAnswerAt: 400 },
  ])
})

test('[UI-10] only what does not reach the server is no connection', () => {
  expect(isUnreachable(new TypeError('Failed to fetch'))).toBe(true)
  expect(isUnreachable(new ApiError(502, '', null, 'Bad Gateway'))).toBe(true)
  expect(isUnreachable(new ApiError(500, '', null, 'Internal'))).toBe(false)
})

test('[UI-11] the viewer is tried at most ten times more, after 1 s × the count', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  const calls: number[] = []
  const begun = Date.now()
  const load = client
    .fetchQuery({
      queryKey: ['viewer'],
      queryFn: () => {
        calls.push(Date.now() - begun)
        throw new TypeError('Failed to fetch')
      },
      networkMode: 'always',
      ...viewerRetry,
    })
    .catch(() => 'gave up')
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(await load).toBe('gave up')
  expect(calls).toEqual([0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55].map((seconds) => seconds * 1000))
})
