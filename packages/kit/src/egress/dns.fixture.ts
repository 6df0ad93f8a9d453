import { createSocket } from 'node:dgram'
import { once } from 'node:events'

/** What a name server answers: addresses of a kind, or a failure; `silent` is no answer at all. */
export type DnsAnswer =
  | { readonly a?: string; readonly aaaa?: Buffer }
  | 'nxdomain'
  | 'servfail'
  | 'silent'

const flags = { nxdomain: 0x8183, servfail: 0x8182 } as const

/** A name server on loopback that answers by name, and counts what it is asked. */
export async function startDns(answerOf: (name: string) => DnsAnswer) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, from) => {
    const end = question.indexOf(0, 12)
    const type = question.readUInt16BE(end + 1)
    const name = nameOf(question.subarray(12, end))
    asked.push(name)
    const answer = answerOf(name)
    if (answer === 'silent') return
    const isFailure = typeof answer === 'string'
    const data = isFailure ? undefined : dataOf(answer, type)
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(isFailure ? flags[answer] : 0x8180, 2)
    header.writeUInt16BE(data ? 1 : 0, 6)
    header.writeUInt16BE(0, 10) // the question's EDNS record is not repeated
    const record = data
      ? [Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 9, 0, data.length]), data]
      : []
    socket.send(Buffer.concat([header, question.subarray(12, end + 5), ...record]), from.port)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    server: `127.0.0.1:${socket.address().port}`,
    /** Names, once for each question of each kind. */
    asked,
    close: () => void socket.close(),
  }
}

const dataOf = ({ a, aaaa }: { a?: string; aaaa?: Buffer }, type: number) =>
  type === 28 ? aaaa : a && Buffer.from(a.split('.').map(Number))

function nameOf(labels: Buffer): string {
  const parts: string[] = []
  for (let at = 0; at < labels.length; ) {
    const length = labels[at] ?? 0
    parts.push(labels.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return parts.join('.')
}
