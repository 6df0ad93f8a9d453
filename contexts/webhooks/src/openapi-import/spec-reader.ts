import { askAside } from '@countersign/kit/aside'
import { fail } from '@countersign/kit/errors'
import * as z from 'zod/mini'

/** A document to read: its text, or what was parsed already. */
export type Spec = { readonly text: string } | { readonly spec: Readonly<Record<string, unknown>> }

const DescribedType = z.object({
  name: z.string(),
  description: z.string(),
  deprecated: z.boolean(),
  schema: z.nullable(z.record(z.string(), z.unknown())),
})
/** What is in a document, or what is wrong with it. Read from a process that a document may have broken. */
const SpecAnswer = z.union([
  z.object({ types: z.readonly(z.array(DescribedType)) }),
  z.object({ problem: z.string() }),
])
export type SpecAnswer = z.infer<typeof SpecAnswer>

const most = 4
const memory = { heapMb: 256, memoryMb: 768 }
const reader = new URL('./spec-process.ts', import.meta.url)

const running = new Set<string>()

/**
 * The event types of an OpenAPI document, read in a process of its own that is ended when it takes
 * more than `cpuMs` of CPU or too much memory: requests go on meanwhile. One at a time for an organisation.
 * @throws 429 when too many are being read
 */
export async function readSpec(orgId: string, spec: Spec, cpuMs: number): Promise<SpecAnswer> {
  if (running.has(orgId) || running.size >= most)
    throw fail('too_many_requests', 'Another document is being read. Try again in a moment.', {
      retryAfter: 2,
    })
  running.add(orgId)
  try {
    return await aside(spec, cpuMs)
  } finally {
    running.delete(orgId)
  }
}

async function aside(spec: Spec, cpuMs: number): Promise<SpecAnswer> {
  const told = await askAside(reader, spec, { cpuSeconds: Math.ceil(cpuMs / 1000), ...memory })
  if ('over' in told)
    return {
      problem:
        told.over === 'time' ? 'The document takes too long to read' : 'The document is too large',
    }
  return SpecAnswer.parse(told.answer)
}
