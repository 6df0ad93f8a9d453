import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

/** What a log writes, as text. */
function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const chunks: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk))
      done()
    },
  })
  write(createLog('info', stream))
  return chunks.join('')
}

test('[OPS] secrets and personal data do not reach the log', () => {
  const canary = 'canary-4711'
  const text = logged((log) => {
    log.info({ password: canary, token: canary, email: canary })
    log.info({
      user: { email: canary, secret: canary },
      headers: { authorization: canary, cookie: canary },
    })
    log.info({ request: { headers: { authorization: canary } } })
  })
  expect(text).not.toContain(canary)
  expect(text.match(/\[redacted\]/g)).toHaveLength(8)
})

test('[OPS] an error keeps its message, code and cause, and drops what a driver adds of a row', () => {
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(canary)',
  })
  const text = logged((log) => log.error({ err: new Error('Could not save', { cause }) }))
  const line = JSON.parse(text)
  expect(line.err).toMatchObject({ message: 'Could not save', cause: { code: '23505' } })
  expect(text).not.toContain('canary')
  expect(line).toMatchObject({ level: 'error', time: expect.stringMatching(/^\d{4}-.*Z$/) })
})
