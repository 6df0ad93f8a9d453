import { parseArgs } from 'node:util'
import { type ChainCheck, findChains, verifyChain } from '@countersign/kit/audit'
import {
  type Checkpoint,
  type CheckpointMismatch,
  compareWithCheckpoints,
  verifyCheckpoints,
} from '@countersign/kit/audit-checkpoint'
import { connect } from '@countersign/kit/db'
import type { Logger } from '@countersign/kit/log'
import type { Config } from '../config.ts'
import { openPostgres } from '../database.ts'
import { readSecrets } from '../secrets.ts'
import { auditDir, readCheckpointLines } from './checkpoints.ts'

const usage = `Verifies the audit chains of all companies, or of one:
  npm run audit -- verify [--company did:…|network]
Fails if a row was altered, rewritten or removed. Signed checkpoints in AUDIT_DIR also reveal chains that were
truncated or rewritten up to the end.`

/** Runs `audit verify` and prints what it found, a line for each chain. */
export async function runAudit(
  words: readonly string[],
  config: Config,
  log: Logger,
  say: (line: string) => void,
): Promise<void> {
  const company = read(words)
  const { mainSecrets } = await readSecrets(config)
  const lines = await readCheckpointLines(auditDir(config))
  const postgres = await openPostgres(config, log)
  // As the owner of the chains, whom no policy keeps from any of them.
  const database = connect<object>({ url: postgres.url, role: 'none', max: 1 })
  try {
    let bad = 0
    const checkpoints = verifyCheckpoints(mainSecrets, lines)
    const signed = checkpoints.flatMap(({ chains }) => Object.keys(chains))
    const found = await database.withNobody(findChains)
    const chains = company === undefined ? new Set([...found, ...signed]) : [company]
    for (const chain of [...chains].toSorted()) {
      const [check, mismatch] = await database.withTenant(chain, async (tx) => [
        await verifyChain(tx, chain),
        await compareWithCheckpoints(tx, chain, checkpoints),
      ])
      say(`${chain}: ${mismatch ? describeMismatch(mismatch) : told(check)}`)
      if (check.firstBad || mismatch) bad++
    }
    say(describeCheckpoints(checkpoints))
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
  unlinked: (number: number) => `row ${number} doesn’t follow from the previous one`,
  'cut off': (number: number) => `the rows from ${number} on are missing`,
}

const describeMismatch = ({ from, to, problem, signedAt }: CheckpointMismatch) => {
  const rows = from === to ? `row ${to}` : `rows ${from} to ${to}`
  const what = problem === 'missing' ? 'cut off' : 'rewritten'
  return `DAMAGED, ${rows} ${from === to ? 'was' : 'were'} ${what} after the checkpoint of ${signedAt}`
}

const describeCheckpoints = (checkpoints: readonly Checkpoint[]) => {
  const last = checkpoints.at(-1)
  return last
    ? `Checked against ${checkpoints.length} signed checkpoints, the last of ${last.at}`
    : 'No signed checkpoints yet: a truncated or fully rewritten chain would go unnoticed'
}

const told = ({ rows, head, firstBad }: ChainCheck) =>
  firstBad
    ? `DAMAGED, ${problems[firstBad.problem](firstBad.number)}`
    : `${rows} rows, intact${head === null ? '' : `, ends in ${head}`}`
