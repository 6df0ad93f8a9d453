import { createLog } from '@countersign/kit/log'
import { type Config, readConfig } from './config.ts'
import { run } from './run.ts'

const commands = ['all', 'product', 'webhooks', 'worker', 'migrate', 'seed'] as const

/** What this process is asked to do, and with which configuration; a mistake ends it with a clear line. */
async function main(): Promise<void> {
  const asked = process.argv[2] ?? 'all'
  const command = commands.find((name) => name === asked)
  if (!command) throw new Error(`No such command: ${asked}. Known: ${commands.join(', ')}`)
  const config: Config = readConfig(process.env)
  await run(command, config, createLog(config.logLevel))
}

main().catch((error: unknown) => {
  const lines = []
  for (let at = error; at instanceof Error; at = at.cause) lines.push(at.message)
  process.stderr.write(`${lines.join('\n  ')}\n`)
  process.exit(1)
})
