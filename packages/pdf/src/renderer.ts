import type { PdfIssue } from '@countersign/contracts/report'
import { Piscina } from 'piscina'
import type { Marking, markPdf } from './mark.ts'
import type { Rendered } from './render.ts'

/** Why a PDF was not made; `busy` is worth another try in a moment. */
export type RenderFailure = 'busy' | 'too-slow'

/** Renders PDFs in threads of its own. */
export type PdfRenderer = {
  /** The file, or why there is none: too many wait, or it took too long. */
  render(issue: PdfIssue): Promise<Rendered | RenderFailure>
  /** A PDF of somebody else with a text across its pages; null where it can't be written on. */
  mark(marking: Marking): Promise<Uint8Array | null | RenderFailure>
  stop(): Promise<void>
}

/**
 * Threads that render PDFs, so that no request waits for another's fonts. They start with the first PDF, and
 * keep the fonts. One that takes longer than `timeoutMs` is ended, and another takes its place.
 */
export function createPdfRenderer({
  threads = 2,
  maxWaiting = 16,
  timeoutMs = 15_000,
}: {
  readonly threads?: number
  readonly maxWaiting?: number
  readonly timeoutMs?: number
} = {}): PdfRenderer {
  const pool = new Piscina({
    minThreads: 0,
    maxThreads: threads,
    maxQueue: maxWaiting,
    idleTimeout: 300_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const run = async <T>(file: string, name: string, task: unknown): Promise<T | RenderFailure> => {
    // What is over the limit is refused at once: a queue of seconds helps nobody.
    if (pool.queueSize >= maxWaiting) return 'busy'
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      return await pool.run(task, { signal, name, filename: new URL(file, import.meta.url).href })
    } catch (error) {
      if (signal.aborted) return 'too-slow'
      throw error
    }
  }
  return {
    render: (issue) => run<Rendered>('./render.ts', 'renderPdf', issue),
    mark: (marking) => run<Awaited<ReturnType<typeof markPdf>>>('./mark.ts', 'markPdf', marking),
    stop: () => pool.destroy(),
  }
}
