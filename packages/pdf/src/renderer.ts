import type { PdfIssue } from '@countersign/contracts/report'
import { Piscina } from 'piscina'
import type { Rendered } from './render.ts'

/** Why a PDF was not made; `busy` is worth another try in a moment. */
export type RenderFailure = 'busy' | 'too-slow'

/** Renders PDFs in threads of its own. */
export type PdfRenderer = {
  /** The file, or why there is none: too many wait, or it took too long. */
  render(issue: PdfIssue): Promise<Rendered | RenderFailure>
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
    filename: new URL('./render.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: threads,
    maxQueue: maxWaiting,
    idleTimeout: 300_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  return {
    render: async (issue) => {
      // What is over the limit is refused at once: a queue of seconds helps nobody.
      if (pool.queueSize >= maxWaiting) return 'busy'
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        return await pool.run(issue, { signal, name: 'renderPdf' })
      } catch (error) {
        if (signal.aborted) return 'too-slow'
        throw error
      }
    },
    stop: () => pool.destroy(),
  }
}
