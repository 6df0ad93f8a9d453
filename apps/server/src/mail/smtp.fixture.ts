import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

/** What the fake mail server got. */
export type Delivered = { from: string; to: string[]; data: string }

/**
 * A mail server that checks the order of the commands and keeps what it gets. Addresses that begin with
 * `nobody` are refused for good, those that begin with `later` for now.
 */
export async function fakeSmtp() {
  const delivered: Delivered[] = []
  const server = createServer((socket) => {
    const say = (line: string) => socket.write(`${line}\r\n`)
    let mail: Delivered | undefined
    let body: string[] | undefined
    say('220 fake ESMTP')
    socket.on('error', () => undefined)
    createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY }).on('line', (line) => {
      if (body) {
        if (line !== '.') return void body.push(line.replace(/^\.\./, '.'))
        if (mail) delivered.push({ ...mail, data: body.join('\n') })
        body = undefined
        mail = undefined
        return void say('250 OK')
      }
      const [verb = '', rest = ''] = line.split(/ (.*)/s)
      const address = /<([^>]*)>/.exec(rest)?.[1] ?? ''
      if (/^(EHLO|HELO)$/i.test(verb)) say('250 fake')
      else if (/^MAIL$/i.test(verb)) {
        mail = { from: address, to: [], data: '' }
        say('250 OK')
      } else if (/^RCPT$/i.test(verb) && mail) {
        if (address.startsWith('nobody')) return void say('550 No such mailbox')
        if (address.startsWith('later')) return void say('451 Try again later')
        mail.to.push(address)
        say('250 OK')
      } else if (/^DATA$/i.test(verb) && mail?.to.length) {
        body = []
        say('354 Go ahead')
      } else if (/^(RSET|NOOP)$/i.test(verb)) say('250 OK')
      else if (/^QUIT$/i.test(verb)) {
        say('221 Bye')
        socket.end()
      } else say('503 Bad sequence of commands')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    delivered,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
