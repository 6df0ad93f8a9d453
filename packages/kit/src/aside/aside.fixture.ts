import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { answerAside } from './answer.ts'

/** Does what it is asked, whatever that may be. */
answerAside(async (question) => {
  const { does, path = '' } = Object(question)
  if (does === 'read') return readFileSync(path, 'utf8')
  if (does === 'write') writeFileSync(path, 'written')
  if (does === 'spawn') return String(spawnSync('/bin/true').error)
  if (does === 'environment') return process.env
  if (does === 'hang') for (;;);
  if (does === 'objects') for (const all: object[] = []; ; ) all.push({ n: all.length })
  if (does === 'buffers') for (const all: Buffer[] = []; ; await pause()) all.push(filled())
  if (does === 'end') process.exit(3)
  if (does === 'babble') process.send?.('nonsense')
  return { does }
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 10))
const filled = () => Buffer.alloc(20_000_000, 1)
