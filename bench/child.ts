import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A child process that answers messages one by one. */
export type Child = {
  readonly pid: number
  ask<Answer>(question: object): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a file, given by its path from this folder, as a child; it is ready when it has sent its first message. */
export async function child(file: string, options: object): Promise<Child & { hello: unknown }> {
  const process = fork(new URL(file, import.meta.url), [JSON.stringify(options)])
  const hello = await message(process)
  return {
    pid: process.pid ?? 0,
    hello,
    async ask<Answer>(question: object) {
      const answer = message(process)
      process.send(question)
      return (await answer) as Answer
    },
    async stop() {
      const exit = once(process, 'exit')
      process.kill('SIGKILL')
      await exit
    },
  }
}

/** The child's next message; its end instead of one is an error. */
function message(process: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`The child ended with ${code}`))
    process.once('exit', ended)
    process.once('message', (answer) => {
      process.off('exit', ended)
      resolve(answer)
    })
  })
}

/** In a child: its options, and the loop that answers. */
export const childOptions = <Options>(): Options => JSON.parse(process.argv[2] ?? '{}') as Options

export function answer<Question>(work: (question: Question) => Promise<object>): void {
  process.on('message', (question) => {
    void work(question as Question).then((result) => process.send?.(result))
  })
}
