import { afterEach, describe, expect, test } from 'vitest'
import { createTimerWheel } from './timer-wheel.ts'

describe('[WH-18] timer wheel', () => {
  let at = 1000
  const wheel = createTimerWheel({ tickMs: 10, slots: 8, now: () => at })
  const fired: string[] = []
  const to = (time: number): void => {
    at = time
    wheel.advance()
  }
  afterEach(() => {
    wheel.stop()
    fired.length = 0
    at = 1000
  })

  test('[WH-18] fires once, never early, at most about a tick late', () => {
    wheel.after(25, () => fired.push('a'))
    to(1020)
    to(1024)
    expect(fired).toEqual([])
    to(1030)
    to(1040)
    expect(fired).toEqual(['a'])
    expect(wheel.size()).toBe(0)
  })

  test('[WH-18] a delay of several turns waits for its own round', () => {
    wheel.after(250, () => fired.push('a'))
    for (let time = 1000; time < 1250; time += 10) to(time)
    expect(fired).toEqual([])
    to(1250)
    expect(fired).toEqual(['a'])
  })

  test('[WH-18] a cancelled deadline does not fire, and cancelling twice counts once', () => {
    const gone = wheel.after(20, () => fired.push('gone'))
    wheel.after(20, () => fired.push('kept'))
    gone.cancel()
    gone.cancel()
    expect(wheel.size()).toBe(1)
    to(1100)
    expect(fired).toEqual(['kept'])
  })

  test('[WH-18] after a pause longer than a turn everything due fires, and nothing else', () => {
    for (let ms = 10; ms <= 300; ms += 10) wheel.after(ms, () => fired.push(String(ms)))
    to(1200)
    expect(fired).toHaveLength(20)
    expect(wheel.size()).toBe(10)
    to(1300)
    expect(fired).toHaveLength(30)
  })

  test('[WH-18] a deadline set while another fires is kept', () => {
    wheel.after(10, () => wheel.after(10, () => fired.push('second')))
    to(1010)
    expect(wheel.size()).toBe(1)
    to(1020)
    expect(fired).toEqual(['second'])
  })

  test('[WH-18] runs by itself on real time', async () => {
    const real = createTimerWheel({ tickMs: 5 })
    await new Promise<void>((resolve) => {
      real.after(20, resolve)
    })
    expect(real.size()).toBe(0)
  })
})
