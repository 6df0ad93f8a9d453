import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type WebhooksFixture, webhooksFixture } from '../../webhooks.fixture.ts'

let fixture: WebhooksFixture
let url: URL
let path: string
beforeAll(async () => {
  fixture = await webhooksFixture()
  url = new URL(await fixture.listen())
  const { id } = await fixture.org.application.create({ body: { name: 'Large' } })
  path = `/api/v1/app/${id}/msg/`
})
afterAll(() => fixture.close())

const mebibyte = 1024 * 1024
const piece = Buffer.alloc(64 * 1024, 'x')

/** A client that writes all of its body whatever is answered meanwhile, and reads only then. */
function stubborn(options: {
  bytes: number
  chunked: boolean
  keepAlive: boolean
  token?: string
}) {
  const { bytes, chunked, keepAlive, token = fixture.orgToken } = options
  return new Promise<{ text: string; error: string; written: number }>((resolve) => {
    const socket = connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true })
    const told = { text: '', error: '', written: 0 }
    socket.pause()
    socket.on('data', (chunk) => {
      told.text += chunk.toString()
      if (told.text.includes('"detail"')) socket.end()
    })
    socket.on('error', (error) => {
      told.error = String(error)
    })
    socket.on('close', () => resolve(told))
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${token}\r\n${
        chunked ? 'transfer-encoding: chunked' : `content-length: ${bytes}`
      }\r\n${keepAlive ? '' : 'connection: close\r\n'}\r\n`,
    )
    const write = () => {
      if (told.written >= bytes) {
        if (chunked) socket.write('0\r\n\r\n')
        socket.resume()
        return
      }
      told.written += piece.length
      if (chunked) socket.write('10000\r\n')
      socket.write(piece, (error) => {
        if (error) socket.resume()
        else write()
      })
      if (chunked) socket.write('\r\n')
    }
    write()
  })
}

test.each([
  { bytes: 8 * mebibyte, chunked: false, keepAlive: true },
  { bytes: 8 * mebibyte, chunked: false, keepAlive: false },
  { bytes: 8 * mebibyte, chunked: true, keepAlive: true },
  { bytes: 8 * mebibyte, chunked: true, keepAlive: false },
])('[WH-16] 413 reaches a client that writes all of %o first', async (options) => {
  const told = await stubborn(options)
  expect(told).toMatchObject({ error: '', written: options.bytes })
  expect(told.text).toMatch(/^HTTP\/1\.1 413 /)
  expect(told.text).toContain('"code":"payload_too_large"')
})

test('[WH-16] 401 reaches a stranger who writes 8 MB first', async () => {
  const token = 'sk_nobody'
  const told = await stubborn({ bytes: 8 * mebibyte, chunked: false, keepAlive: true, token })
  expect(told.error).toBe('')
  expect(told.text).toMatch(/^HTTP\/1\.1 401 /)
})
