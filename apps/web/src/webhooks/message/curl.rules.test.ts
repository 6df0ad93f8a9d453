import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curlOf } from './curl.rules.ts'

test('[WP-02] the command for an attempt is safe to paste, whatever the message holds', () => {
  const payload = { text: 'it\'s $(touch /tmp/no) `no` "no"' }
  const command = curlOf(
    "https://receiver.example/a'b?c=$HOME",
    { 'webhook-id': "msg_1'" },
    payload,
  )
  // A shell is asked what it makes of the words.
  const words = execFileSync('sh', ['-c', command.replace('curl', 'printf "%s\\n"')], {
    encoding: 'utf8',
  })
  expect(words.split('\n').slice(0, -1)).toEqual([
    '-X',
    'POST',
    '-H',
    "webhook-id: msg_1'",
    '--data-raw',
    JSON.stringify(payload),
    "https://receiver.example/a'b?c=$HOME",
  ])
})
