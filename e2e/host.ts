import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Answer, Question } from './host.child.ts'

/** The process that runs the servers of this one, and what it still has to answer. */
type Host = {
  readonly child: ChildProcess
  readonly waiting: Map<number, (answer: Answer) => void>
}

let host: Host | undefined
let asked = 0

/**
 * Runs everything as `npm start` does, in a process that runs the servers of all files of a worker one
 * after the other: loading the modules takes longer than the start.
 */
export async function serve(
  environment: NodeJS.ProcessEnv,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const id = ++asked
  const url = await ask({ id, environment })
  return {
    url,
    stop: async () => {
      await ask({ id })
    },
  }
}

/** Ends the process, if there is one; the next server has a new one. */
export async function endHost(): Promise<void> {
  if (!host) return
  const { child } = host
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.disconnect()
  await ended
}

async function ask(question: Question): Promise<string> {
  host ??= start()
  const { child, waiting } = host
  const answer = await new Promise<Answer>((resolve) => {
    waiting.set(question.id, resolve)
    child.send(question)
  })
  waiting.delete(question.id)
  if (answer.error !== undefined) throw new Error(answer.error)
  return answer.url ?? ''
}

function start(): Host {
  const child = fork(fileURLToPath(new URL('host.child.ts', import.meta.url)), [], {
    // What the runner of the tests gives its own processes is not for this one.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const waiting: Host['waiting'] = new Map()
  child.on('message', (answer: Answer) => waiting.get(answer.id)?.(answer))
  child.once('exit', (code) => {
    host = undefined
    for (const [id, answer] of waiting) answer({ id, error: `The servers ended with ${code}` })
  })
  return { child, waiting }
}
