import { Worker } from 'node:worker_threads'
import * as z from 'zod/mini'

/** A parser may need long, or much, for a file that was made for it. */
const limits = { timeMs: 10_000, growth: 1024 ** 3, lookMs: 100 }

const Answer = z.object({ refusal: z.optional(z.string()) })
const tooHard = 'This file is too complex to check. Save it in a simpler form and upload that.'

let last: Promise<unknown> = Promise.resolve()

/**
 * Why a file is not taken for what is inside it, or undefined. Files are read in a thread of their own,
 * one after the other, so that no file keeps the server from answering.
 */
export function refusalOfContent(path: string, mediaType: string): Promise<string | undefined> {
  const next = last.then(() => inThread(path, mediaType))
  last = next.catch(() => undefined)
  return next
}

async function inThread(path: string, mediaType: string): Promise<string | undefined> {
  const worker = new Worker(new URL('./inspect-thread.ts', import.meta.url), {
    workerData: { path, mediaType },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    // Flags and preloads of the process are none of its business.
    execArgv: [],
  })
  const before = process.memoryUsage.rss()
  const started = performance.now()
  try {
    return await new Promise<string | undefined>((resolve, reject) => {
      const watch = setInterval(() => {
        const isLong = performance.now() - started > limits.timeMs
        if (isLong || process.memoryUsage.rss() - before > limits.growth) resolve(tooHard)
      }, limits.lookMs)
      worker.once('message', (message) => resolve(Answer.parse(message).refusal))
      // Out of memory is the file's doing.
      worker.once('error', (error) =>
        Reflect.get(error, 'code') === 'ERR_WORKER_OUT_OF_MEMORY'
          ? resolve(tooHard)
          : reject(error),
      )
      worker.once('exit', () => {
        clearInterval(watch)
        reject(new Error('The thread that reads files ended without an answer'))
      })
    })
  } finally {
    await worker.terminate()
  }
}
