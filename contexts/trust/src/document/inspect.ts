import { askAside } from '@countersign/kit/aside'
import * as z from 'zod/mini'

/** A parser may need long, or much, for a file that was made for it. */
const limits = { cpuSeconds: 10, memoryMb: 1024, heapMb: 512 }

const Answer = z.object({ refusal: z.optional(z.string()) })
const tooHard = 'This file is too complex to check. Save it in a simpler form and upload that.'
const inspector = new URL('./inspect-process.ts', import.meta.url)

let last: Promise<unknown> = Promise.resolve()

/**
 * Why a file is not taken for what is inside it, or undefined. Files are read in a process of their own,
 * one after the other, so that no file keeps the server from answering.
 */
export function refusalOfContent(path: string, mediaType: string): Promise<string | undefined> {
  const next = last.then(() => inspected(path, mediaType))
  last = next.catch(() => undefined)
  return next
}

async function inspected(path: string, mediaType: string): Promise<string | undefined> {
  const told = await askAside(inspector, { path, mediaType }, limits, [path])
  return 'over' in told ? tooHard : Answer.parse(told.answer).refusal
}
