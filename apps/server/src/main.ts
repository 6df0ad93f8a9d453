import { armFailpoint } from '@countersign/kit/failpoint'
import { createLog } from '@countersign/kit/log'
import { type Config, readConfig } from './config.ts'
import { run } from './run.ts'

const commands = ['all', 'product', 'webhooks', 'api', 'worker', 'migrate', 'seed'] as const

// Each is loaded when it is asked for: together they need most of the code.
const tools = new Map([
  ['keys', async () => (await import('./keys.ts')).runKeys],
  ['audit', async () => (await import('./audit/index.ts')).runAudit],
  ['billing', async () => (await import('./billing-tool.ts')).runBilling],
])

/** What this process is asked to do, and with which configuration; a mistake ends it with a clear line. */
async function main(): Promise<void> {
  const [asked = 'all', ...words] = process.argv.slice(2)
  const command = commands.find((name) => name === asked)
  const tool = tools.get(asked)
  if (!command && !tool)
    throw new Error(
      `No such command: ${asked}. Known: ${[...commands, ...tools.keys()].join(', ')}`,
    )
  const config: Config = readConfig(process.env)
  if (config.FAILPOINT) armFailpoint(config.FAILPOINT)
  if (command) return run(command, config, createLog(config.logLevel))
  // Its lines are read by people and scripts; the log would only come between them.
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const runTool = await tool?.()
  await runTool?.(words, config, createLog(config.LOG_LEVEL ?? 'warn'), say)
}

main().catch((error: unknown) => {
  const lines = []
  for (let at = error; at instanceof Error; at = at.cause) lines.push(at.message)
  process.stderr.write(`${lines.join('\n  ')}\n`)
  process.exit(1)
})
