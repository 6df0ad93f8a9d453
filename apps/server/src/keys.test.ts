import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@countersign/kit/log'
import { testDatabase } from '@countersign/kit/testing'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { runKeys } from './keys.ts'
import { createOps } from './ops.ts'
import { readSecrets } from './secrets.ts'
import { createWebhooks } from './webhooks.ts'

test('[WH-15] an operator makes a key, sees it, and ends it', async () => {
  const { url, drop } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-keys-'))
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: dataDir })
  const log = createLog('silent')
  const keys = async (...words: string[]) => {
    const lines: string[] = []
    await runKeys(words, config, log, (line) => lines.push(line))
    return lines
  }
  const secrets = await readSecrets(config)
  const base = { config, secrets, databaseUrl: url, log }
  const service = createWebhooks({ ...base, ops: createOps(log), role: 'all' })
  try {
    const [about = '', secret = ''] = await keys(
      ...['create', '--organisation', 'org_mine', '--name', 'ci', '--scope', 'read'],
      ...['--expires', '12h', '--region', 'eu'],
    )
    expect(about).toMatch(/^Key key_\w{27} of org_mine, shown this once:$/)
    expect(secret).toMatch(/^sk_[0-9A-Za-z]{32}\.eu$/)
    const call = async (method: 'GET' | 'POST') =>
      (
        await service.app.inject({
          ...{ method, url: '/api/v1/app/', payload: method === 'POST' ? '{"name":"x"}' : '' },
          headers: { authorization: `Bearer ${secret}` },
        })
      ).statusCode
    expect([await call('GET'), await call('POST')]).toEqual([200, 403])

    const id = /key_\w+/.exec(about)?.[0] ?? ''
    const own = ['--organisation', 'org_mine']
    const [line = ''] = await keys('list', ...own)
    expect(line).toMatch(new RegExp(`^${id}  ci  read  expires \\S+  last used 20`))
    expect(line).not.toContain(secret.slice(3, 12))
    expect(await keys('list')).toEqual([`No keys of ${secrets.organisation}`])
    await expect(keys('revoke', id)).rejects.toThrow(`No key ${id}`)
    await keys('revoke', id, ...own)
    await new Promise((resolve) => {
      setTimeout(resolve, 1000)
    })
    expect(await call('GET')).toBe(401)

    const make = (...more: string[]) => keys('create', '--name', 'x', ...more)
    for (const [words, says] of [
      [['--scope', 'all'], 'full, read, send'],
      [['--expires', '90'], '12h, 90d or never'],
      [['--region', 'EU'], 'small letters'],
      [['--organisation', 'mine'], 'expected org_'],
      [['--nme', 'x'], 'npm run keys -- create'],
    ] as const)
      await expect(make(...words)).rejects.toThrow(says)
    await expect(keys('delete')).rejects.toThrow('npm run keys -- revoke')
  } finally {
    await service.stop()
    await drop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
