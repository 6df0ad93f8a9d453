import { Worker } from 'node:worker_threads'
import { fail } from '@countersign/kit/errors'
import type { SpecAnswer } from './spec-thread.ts'

/** A document to read: its text, or what was parsed already. */
export type Spec = { readonly text: string } | { readonly spec: Readonly<Record<string, unknown>> }

const most = 4
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 }

const running = new Set<string>()

/**
 * The event types of an OpenAPI document, read in a thread of its own that is ended when it takes
 * longer than `limitMs` or too much: requests go on meanwhile. One at a time for an organisation.
 * @throws 429 when too many are being read
 */
export async function readSpec(orgId: string, spec: Spec, limitMs: number): Promise<SpecAnswer> {
  if (running.has(orgId) || running.size >= most)
    throw fail('too_many_requests', 'Another document is being read. Try again in a moment.', {
      retryAfter: 2,
    })
  running.add(orgId)
  try {
    return await inThread(spec, limitMs)
  } finally {
    running.delete(orgId)
  }
}

async function inThread(spec: Spec, limitMs: number): Promise<SpecAnswer> {
  const thread = new Worker(new URL('./spec-thread.ts', import.meta.url), {
    workerData: spec,
    resourceLimits,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<SpecAnswer>((resolve, reject) => {
      timer = setTimeout(() => resolve({ problem: 'The document takes too long to read' }), limitMs)
      thread.once('message', resolve)
      thread.once('error', (error) =>
        isOutOfMemory(error) ? resolve({ problem: 'The document is too large' }) : reject(error),
      )
      thread.once('exit', () => reject(new Error('The thread said nothing')))
    })
  } finally {
    clearTimeout(timer)
    await thread.terminate()
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
