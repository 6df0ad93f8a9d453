import { setTimeout as sleep } from 'node:timers/promises'
import type { History, Place } from './history.ts'

/** What the clients work with. */
type Load = {
  readonly history: History
  readonly places: readonly Place[]
  /** Where messages may be sent to, as it is now. */
  readonly fronts: () => readonly string[]
  readonly token: string
  readonly perSecond: number
  readonly random: () => number
}

const maxTries = 6
const maxAtOnce = 300
const answerMs = 10_000

/**
 * Sends messages at a steady rate until told to stop. Each has an idempotency key; without an answer
 * it is sent again with the same key, to another process if there is one, as clients do.
 */
export function startLoad({ history, places, fronts, token, perSecond, random }: Load) {
  const running = new Set<Promise<void>>()
  let loading = true

  const post = async (front: string, appId: string, mark: string): Promise<string | null> => {
    const answer = await fetch(`${front}/api/v1/app/${appId}/msg/`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        'idempotency-key': mark,
      },
      body: JSON.stringify({ eventType: 'fault.tested', payload: { mark } }),
      signal: AbortSignal.timeout(answerMs),
    })
    const text = await answer.text()
    return answer.status === 202 ? String(JSON.parse(text).id) : null
  }

  const send = async (n: number) => {
    const mark = `mark-${n}`
    const place = places[Math.floor(random() * places.length)]
    if (!place) return
    history.asked.set(mark, place.appId)
    for (let tries = 0; tries < maxTries; tries++) {
      const all = fronts()
      const front = all[(n + tries) % all.length]
      const msgId = front && (await post(front, place.appId, mark).catch(() => null))
      if (msgId) {
        history.acknowledged.set(msgId, mark)
        return
      }
      await sleep(100 + 200 * tries)
    }
  }

  const generate = async () => {
    const began = performance.now()
    for (let n = 0; loading; ) {
      const due = ((performance.now() - began) / 1000) * perSecond
      for (; n < due; n++) {
        if (running.size >= maxAtOnce) continue
        const sending: Promise<void> = send(n).finally(() => running.delete(sending))
        running.add(sending)
      }
      await sleep(5)
    }
  }
  const generating = generate()
  return {
    /** Resolves when the last one is answered or given up. */
    async stop() {
      loading = false
      await generating
      await Promise.all(running)
    },
  }
}
