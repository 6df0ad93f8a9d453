import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeS3, presigned, s3Bucket, s3Key, s3Region } from './s3.fixture.ts'
import { clamdScan } from './scan.ts'
import { type DocumentStorage, folderStorage } from './storage.ts'
import { s3Storage } from './storage-s3.ts'

let folder: string
let s3: Awaited<ReturnType<typeof fakeS3>>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-storage-'))
  s3 = await fakeS3()
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  s3.objects.clear()
  s3.asked.length = 0
})

const settings = (more: object = {}) => ({
  ...{ bucket: s3Bucket, region: s3Region, endpoint: s3.endpoint, forcePathStyle: true },
  ...{ credentials: s3Key, ...more },
})
const ready = async (bytes: Buffer) => {
  const path = join(folder, randomBytes(8).toString('hex'))
  await writeFile(path, bytes)
  const sha256 = createHash('sha256').update(bytes).digest()
  return { path, size: bytes.length, sha256, mediaType: 'application/pdf' }
}
const read = async (storage: DocumentStorage, key: string) => {
  const bytes = await storage.get(key)
  return bytes && Buffer.concat(await Array.fromAsync(bytes))
}
const key = 'vasps/did:web:a.example%3A8000/1b4e28ba-2fa1-11d2-883f-0016d3cca427'

describe.each([
  ['a folder', () => folderStorage(join(folder, 'kept'))],
  ['S3', () => s3Storage(settings())],
] as const)('%s', (_, make) => {
  test('[TF-04] keeps what it is given byte by byte, and loses it when told to', async () => {
    const storage = make()
    const bytes = randomBytes(300_001)
    await storage.put(key, await ready(bytes))
    expect((await read(storage, key))?.equals(bytes)).toBe(true)
    expect(await read(storage, `${key}x`)).toBeUndefined()
    await storage.remove(key)
    expect(await read(storage, key)).toBeUndefined()
    await storage.remove(key)
  })
})

test('[TF-04] no key leads out of the folder', async () => {
  const kept = join(folder, 'inside')
  const storage = folderStorage(kept)
  for (const name of ['../../evil', '/etc/evil', 'a/../../../evil', '..', 'x\0y', 'C:\\evil']) {
    await storage.put(name, await ready(Buffer.from('x')))
    expect((await read(storage, name))?.toString()).toBe('x')
  }
  const found = await readdir(kept, { recursive: true })
  expect(found.filter((name) => /[0-9a-f]{64}$/.test(name))).toHaveLength(6)
  expect(await readdir(folder)).not.toContain('evil')
})

describe('S3', () => {
  test('[TF-04] a file travels whole and signed, never in chunks with a trailer', async () => {
    await s3Storage(settings()).put(key, await ready(randomBytes(300_000)))
    expect(s3.objects.get(key)).toHaveLength(300_000)
    expect(s3.asked).toMatchObject([
      { method: 'PUT', refused: undefined, headers: { 'content-length': '300000' } },
    ])
  })

  test('[TF-04] what arrives altered is refused', async () => {
    const file = { ...(await ready(Buffer.from('abc'))), sha256: randomBytes(32) }
    await expect(s3Storage(settings()).put(key, file)).rejects.toMatchObject({ status: 503 })
    expect(s3.asked[0]?.refused).toMatch(/BadDigest|SHA256Mismatch/)
    expect(s3.objects.size).toBe(0)
  })

  test.each([
    ['a wrong secret', { credentials: { ...s3Key, secretAccessKey: 'other' } }],
    ['a key that is not known', { credentials: { ...s3Key, accessKeyId: 'AKIAOTHER' } }],
    ['another region', { region: 'us-east-1' }],
    ['a bucket that is not there', { bucket: 'nowhere' }],
    ['a store that is away', { endpoint: 'http://127.0.0.1:1' }],
  ])('[TF-04] %s is 503, and says nothing of it', async (_, more) => {
    const storage = s3Storage(settings(more))
    const said = { status: 503, message: expect.stringContaining('Document storage') }
    await expect(storage.put(key, await ready(Buffer.from('a')))).rejects.toMatchObject(said)
    if (!('bucket' in more)) await expect(storage.get(key)).rejects.toMatchObject(said)
    expect(s3.objects.size).toBe(0)
  })

  test('[TF-04] a store that stumbles is asked again', async () => {
    const storage = s3Storage(settings())
    s3.fail(2)
    await storage.remove(key)
    expect(s3.asked).toHaveLength(3)
  })

  test('[TF-04] the store of these tests checks links too: secret, change, end', async () => {
    s3.objects.set('vasps/x', Buffer.from('hello'))
    const status = async (url: string) => (await fetch(url)).status
    expect(await (await fetch(presigned(s3.endpoint, 'vasps/x'))).text()).toBe('hello')
    const bad = [
      presigned(s3.endpoint, 'vasps/x', { secret: 'other' }),
      presigned(s3.endpoint, 'vasps/x', { at: Date.now() - 61_000 }),
      presigned(s3.endpoint, 'vasps/y').replace('/y?', '/x?'),
      presigned(s3.endpoint, 'vasps/x', { at: Date.now() - 61_000 }).replace('=60&', '=600&'),
      `${s3.endpoint}/${s3Bucket}/vasps/x`,
    ]
    for (const url of bad) expect(await status(url), url).toBe(403)
  })
})

describe('the scanner', () => {
  /** Speaks clamd's side of INSTREAM; finds EICAR. */
  const clamd = async (answer?: (all: Buffer) => string) => {
    const server = createServer((socket) => {
      let all = Buffer.alloc(0)
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        all = Buffer.concat([all, chunk])
        const command = 'zINSTREAM\0'
        const parts: Buffer[] = []
        for (let at = command.length; at + 4 <= all.length; ) {
          const length = all.readUInt32BE(at)
          if (length === 0) {
            const bytes = Buffer.concat(parts)
            const found = bytes.includes('EICAR') ? 'Win.Test.EICAR_HDB-1 FOUND' : 'OK'
            const started = all.subarray(0, command.length).toString() === command
            socket.end(answer ? answer(bytes) : started ? `stream: ${found}\0` : 'ERROR\0')
            return
          }
          parts.push(all.subarray(at + 4, at + 4 + length))
          at += 4 + length
        }
      })
    })
    server.listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    return { port, close: () => server.close() }
  }
  const scan = (port: number, path: string, timeoutMs = 5_000) =>
    clamdScan({ host: '127.0.0.1', port, timeoutMs })(path)

  test('[TF-04] sends the whole file, and tells what was found', async () => {
    let seen: Buffer = Buffer.alloc(0)
    const bytes = randomBytes(200_000)
    const listening = await clamd((all) => {
      seen = all
      return 'stream: OK\0'
    })
    expect(await scan(listening.port, (await ready(bytes)).path)).toBeUndefined()
    expect(seen.equals(bytes)).toBe(true)
    listening.close()
    const real = await clamd()
    expect(await scan(real.port, (await ready(Buffer.from('fine'))).path)).toBeUndefined()
    const eicar = await ready(Buffer.from('…EICAR…'))
    expect(await scan(real.port, eicar.path)).toBe('Win.Test.EICAR_HDB-1')
    real.close()
  })

  test('[TF-04] no clear answer is no permission', async () => {
    const { path } = await ready(Buffer.from('fine'))
    for (const says of ['INSTREAM size limit exceeded. ERROR\0', 'stream: OK', '', '\0']) {
      const listening = await clamd(() => says)
      await expect(scan(listening.port, path), says).rejects.toMatchObject({ status: 503 })
      listening.close()
    }
    await expect(scan(1, path)).rejects.toMatchObject({ status: 503 })
    const silent = createServer(() => undefined)
    silent.listen(0)
    await new Promise((resolve) => silent.once('listening', resolve))
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    await expect(scan(port, path, 100)).rejects.toMatchObject({ status: 503 })
    silent.close()
  })
})
