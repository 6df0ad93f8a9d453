import { parseArgs } from 'node:util'
import { type ChainCheck, findChains, verifyChain } from '@countersign/kit/audit'
import { connect } from '@countersign/kit/db'
import type { Logger } from '@countersign/kit/log'
import type { Config } from './config.ts'
import { openPostgres } from './database.ts'

const usage = `Checks the audit chains, of all companies or of one:
  npm run audit -- verify [--company did:…|network]
It ends with an error when a row was altered, is missing, or was cut off.`

/** Runs `audit verify` and prints what it found, a line for each chain. */
export async function runAudit(
  words: readonly string[],
  config: Config,
  log: Logger,
  say: (line: string) => void,
): Promise<void> {
  const company = read(words)
  const postgres = await openPostgres(config, log)
  // As the owner of the chains, whom no policy keeps from any of them.
  const database = connect<object>({ url: postgres.url, role: 'none', max: 1 })
  try {
    let bad = 0
    for (const chain of company === undefined ? await database.withNobody(findChains) : [company]) {
      const check = await database.withTenant(chain, (tx) => verifyChain(tx, chain))
      say(`${chain}: ${told(check)}`)
      if (check.firstBad) bad++
    }
    if (bad > 0) throw new Error(bad === 1 ? '1 chain is damaged' : `${bad} chains are damaged`)
  } finally {
    await database.close()
    await postgres.stop()
  }
}

function read(words: readonly string[]): string | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { company: { type: 'string' } },
    })
    if (positionals.length !== 1 || positionals[0] !== 'verify') throw new Error('No such command')
    return values.company
  } catch (error) {
    throw new Error(usage, { cause: error })
  }
}

const problems = {
  altered: (number: number) => `row ${number} was altered`,
  missing: (number: number) => `row ${number} is missing`,
  unlinked: (number: number) => `row ${number} does not follow from the one before`,
  'cut off': (number: number) => `the rows from ${number} on are missing`,
}

const told = ({ rows, head, firstBad }: ChainCheck) =>
  firstBad
    ? `DAMAGED, ${problems[firstBad.problem](firstBad.number)}`
    : `${rows} rows, whole${head === null ? '' : `, ends in ${head}`}`
