import { everyMinute } from '@countersign/kit/every-minute'
import type { Logger } from '@countersign/kit/log'
import { type ImportDeps, importPage } from './page.ts'

/**
 * Works on imports whenever one is asked for, until stopped. A look every minute finds what a process that
 * died has left behind.
 */
export function startImports({ log, ...deps }: ImportDeps & { readonly log: Logger }) {
  let stopped = false
  let running: Promise<void> | undefined
  let again = false
  const work = async () => {
    do {
      again = false
      while (!stopped && (await importPage(deps)));
    } while (again)
  }
  const failed = (error: unknown) => log.warn({ event: 'importing_failed', err: error })
  const look = (): Promise<void> => {
    again = true
    running ??= work()
      .catch(failed)
      .finally(() => {
        running = undefined
      })
    return running
  }
  const looks = everyMinute(look, failed)
  const unlisten = deps.database.listen('trust_import', () => void look())
  return {
    /** Finishes the page under way. */
    stop: async () => {
      stopped = true
      await unlisten()
      await looks.stop()
      await running
    },
  }
}
