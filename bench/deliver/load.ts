import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { answer, childOptions } from '../child.ts'
import { quantiles } from '../figures.ts'

/** Sends messages over plain sockets: a full HTTP client would cost more than what it measures. */
type Options = { port: number; token: string }
/** Messages go to the paths in turn; with `keys`, each carries one of so many ordering keys. */
type Load = {
  seconds: number
  connections: number
  perSecond?: number
  paths: string[]
  bytes: number
  keys?: number
}

const { port, token } = childOptions<Options>()
let paths: readonly string[] = []
let filler = ''
let keys = 0
let sent = 0

/** Payloads look like ours: quotes, some nesting; `bytes` of padding. */
const fillerOf = (bytes: number) =>
  JSON.stringify({
    transfer: { id: '5c1f', originator: { name: 'Ada "A." Lovelace', address: 'Güterstraße 1' } },
    pad: 'x'.repeat(bytes),
  }).slice(1)

let latencies: number[] = []
let refused = 0

function openClient() {
  const socket: Socket = connect(port, '127.0.0.1').setNoDelay()
  let done: ((status: number) => void) | undefined
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1]
    const end =
      length === undefined ? text.endsWith('0\r\n\r\n') : text.length >= head + 4 + Number(length)
    if (!end) return
    const status = Number(text.slice(9, 12))
    text = ''
    done?.(status)
  })
  return async () => {
    const began = performance.now()
    const payload = `{"t":${(performance.timeOrigin + began).toFixed(3)},${filler}`
    const order = keys > 0 ? `"orderingKey":"transfer-${sent % keys}",` : ''
    const body = `{"eventType":"transfer.created",${order}"payload":${payload}}`
    const path = paths[sent++ % paths.length] ?? '/'
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n` +
        `authorization: Bearer ${token}\r\n` +
        `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
    const status = await new Promise<number>((resolve) => {
      done = resolve
    })
    if (status === 202) latencies.push(performance.now() - began)
    else refused++
    return began
  }
}

/** As fast as answers come. */
async function closedLoop({ seconds, connections }: Load) {
  const end = performance.now() + seconds * 1000
  const clients = Array.from({ length: connections }, openClient)
  await Promise.all(
    clients.map(async (send) => {
      while (performance.now() < end) await send()
    }),
  )
}

/** At a fixed rate, whether answers come or not. */
async function openLoop({ seconds, connections, perSecond = 1 }: Load) {
  const free = Array.from({ length: connections }, openClient)
  const began = performance.now()
  const pending: Promise<void>[] = []
  for (let n = 0; n < seconds * perSecond; ) {
    const due = ((performance.now() - began) / 1000) * perSecond
    for (; n < due; n++) {
      const send = free.pop() ?? openClient()
      pending.push(send().then(() => void free.push(send)))
    }
    await sleep(1)
  }
  await Promise.all(pending)
}

answer<Load>(async (load) => {
  latencies = []
  refused = 0
  paths = load.paths
  keys = load.keys ?? 0
  filler = fillerOf(load.bytes)
  const began = performance.now()
  await (load.perSecond ? openLoop(load) : closedLoop(load))
  const seconds = (performance.now() - began) / 1000
  return { accepted: latencies.length, refused, seconds, ...quantiles(latencies) }
})
process.send?.('ready')
