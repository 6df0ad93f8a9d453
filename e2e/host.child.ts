import { createLog } from '@countersign/kit/log'
import { readConfig } from '../apps/server/src/config.ts'
import { begin } from '../apps/server/src/run.ts'

/** A server to be started, with its configuration; without one, the server to be stopped. */
export type Question = { readonly id: number; readonly environment?: NodeJS.ProcessEnv }
/** The address of what was started, or why it could not be done. */
export type Answer = { readonly id: number; readonly url?: string; readonly error?: string }

const running = new Map<number, () => Promise<void>>()

process.on('message', async ({ id, environment }: Question) => {
  const say = (answer: Answer) => process.send?.(answer)
  try {
    if (environment) say({ id, url: await start(id, environment) })
    else {
      await running.get(id)?.()
      running.delete(id)
      say({ id })
    }
  } catch (error) {
    say({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
})

process.on('disconnect', async () => {
  for (const stop of running.values()) await stop()
  process.exit(0)
})

async function start(id: number, environment: NodeJS.ProcessEnv): Promise<string> {
  const config = readConfig(environment)
  let url = ''
  const { started, stop } = begin('all', config, createLog(config.logLevel), (line) => {
    url = /^Countersign is ready: (http\S+)$/.exec(line)?.[1] ?? url
  })
  running.set(id, stop)
  await started
  return url
}
