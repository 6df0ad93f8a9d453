import { randomBytes } from 'node:crypto'
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@countersign/kit/log'
import { query, run, testDatabase } from '@countersign/kit/testing'
import { SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
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
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
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
    // The service remembers the key for a second.
    await vi.waitFor(async () => expect(await call('GET')).toBe(401), {
      ...{ timeout: 60_000, interval: 50 },
    })

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

test('[T15] rewrap seals with the new main secret what the old one sealed; then the old one can go', async () => {
  const { url, drop } = await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'countersign-rewrap-'))
  const log = createLog('silent')
  const [old, fresh] = ['k1', 'k2'].map((id) => `${id}:${randomBytes(32).toString('base64')}`)
  const configWith = (mainSecret: string) =>
    readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, MAIN_SECRET: mainSecret })
  const serviceWith = async (mainSecret: string) => {
    const config = configWith(mainSecret)
    const base = { config, secrets: await readSecrets(config), databaseUrl: url, log }
    return createWebhooks({ ...base, ops: createOps(log), role: 'all' })
  }
  const { webhooksJwtSecret } = await readSecrets(configWith(`${old}`))
  const token = await new SignJWT({ sub: 'org_rewrap' })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(webhooksJwtSecret))
  const ask = async (
    service: Awaited<ReturnType<typeof serviceWith>>,
    path: string,
    body?: object,
  ) => {
    const answer = await service.app.inject({
      method: body ? 'POST' : 'GET',
      url: `/api/v1/app${path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  const readAll = async (service: Awaited<ReturnType<typeof serviceWith>>) => {
    const [hook, secret, headers, code, key] = await Promise.all([
      ask(service, '/rewrap/endpoint/hook/'),
      ask(service, '/rewrap/endpoint/hook/secret/'),
      ask(service, '/rewrap/endpoint/hook/headers/'),
      ask(service, '/rewrap/endpoint/hook/transformation/'),
      ask(service, `/rewrap/integration/${integration}/key/`),
    ])
    const { variables } = code.body ?? {}
    return [
      hook.body?.url,
      secret.status,
      variables,
      secret.body,
      headers.body?.sensitive,
      key.body,
    ]
  }
  let integration = ''
  const before = await serviceWith(`${old}`)
  await ask(before, '/', { name: 'Rewrap', uid: 'rewrap' })
  await ask(before, '/rewrap/endpoint/', {
    uid: 'hook',
    url: 'https://cs:secret@example.com/hook',
    headers: { 'x-api-key': 'abc' },
  })
  const change = await before.app.inject({
    method: 'PATCH',
    url: '/api/v1/app/rewrap/endpoint/hook/transformation/',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    payload: '{"variables":{"KEY":"abc"}}',
  })
  expect(change.statusCode).toBe(204)
  integration = (await ask(before, '/rewrap/integration/', { name: 'Zap' })).body.id
  const shown = await readAll(before)
  await before.stop()
  expect(shown.slice(0, 3)).toEqual(['https://cs:***@example.com/hook', 200, { KEY: 'abc' }])

  const { vault: oldVault } = await readSecrets(configWith(`${old}`))
  const sealed = oldVault.seal('{}', 'billing/entity/did:web:a.example')
  await run(
    url,
    `insert into billing.entity values ('did:web:a.example', '${sealed}', 1, now(), 0, null, now(), 0)`,
  )
  const lines: string[] = []
  const rewrap = () =>
    runKeys(['rewrap'], configWith(`${fresh},${old}`), log, (line) => lines.push(line))
  await rewrap()
  await rewrap()
  expect(lines).toEqual([
    'Sealed with k2: 1 endpoints, 1 integrations',
    'For transfers: 0 keys, 0 comments',
    'For billing: 1 companies',
    'Sealed with k2: 0 endpoints, 0 integrations',
    'For transfers: 0 keys, 0 comments',
    'For billing: 0 companies',
  ])
  const [entity] = await query(url, 'select vasp_did, sealed from billing.entity')
  const { vault } = await readSecrets(configWith(`${fresh}`))
  expect(vault.open(String(entity?.sealed), 'billing/entity/did:web:a.example')).toBe('{}')
  const after = await serviceWith(`${fresh}`)
  expect(await readAll(after)).toEqual(shown)
  await after.stop()
  await drop()
  await rm(dataDir, { recursive: true })
})

test('[T15] whatever is sealed is known to rewrap, or of no use after a day', async () => {
  const known = {
    'contexts/transactions/src/export/export.store.ts': 'rewrapped',
    'contexts/transactions/src/opening/decrypt-customer.ts': 'rewrapped',
    'contexts/transactions/src/opening/open-for-viewer.ts': 'rewrapped',
    'contexts/transactions/src/opening/view.store.ts': 'rewrapped',
    'contexts/transactions/src/privacy/privacy.store.ts': 'rewrapped',
    'contexts/transactions/src/proof/customer-page.ts': 'rewrapped',
    'contexts/transactions/src/proof/keep.ts': 'rewrapped',
    'contexts/transactions/src/proof/operations.ts': 'rewrapped',
    'contexts/transactions/src/proof/proof.store.ts': 'rewrapped',
    'contexts/transactions/src/retention/hold.store.ts': 'rewrapped',
    'contexts/transactions/src/sealing/blind-key.store.ts': 'rewrapped',
    'contexts/transactions/src/sealing/company-key.store.ts': 'rewrapped',
    'contexts/transactions/src/sealing/key-renewal.store.ts': 'rewrapped',
    'contexts/transactions/src/sealing/network-key.store.ts': 'rewrapped',
    'contexts/billing/src/entity/entity.rules.ts': 'rewrapped',
    'contexts/transactions/src/transfer/comment.store.ts': 'rewrapped',
    'contexts/transactions/src/transfer/route.ts': 'rewrapped',
    'contexts/transactions/src/upload/upload.store.ts': 'rewrapped',
    'contexts/webhooks/src/endpoint-login.ts': 'rewrapped',
    'contexts/webhooks/src/endpoint-secret.ts': 'rewrapped',
    'contexts/webhooks/src/token/integration-key.ts': 'rewrapped',
    'contexts/webhooks/src/rewrap.ts': 'rewrapped',
    'contexts/identity/src/session/open-session.ts': 'ends with its session',
    'contexts/identity/src/session/sign-in.operations.ts': 'ends with its sign-in',
    'contexts/identity/src/session/draft.operations.ts': 'kept by a browser until its session ends',
    'contexts/trust/src/document/direct.operations.ts': 'ends with its upload',
    'contexts/trust/src/document/upload.operations.ts': 'ends with its upload',
    'contexts/webhooks/src/api/idempotency.ts': 'answers are kept for half a day',
    'packages/kit/src/http/cursor.ts': 'a place in a list',
  }
  const root = join(import.meta.dirname, '../../..')
  const sealing: string[] = []
  for await (const path of glob('{apps,contexts,packages}/*/src/**/*.ts', { cwd: root }))
    if (!/\.(test|fixture)\.ts$/.test(path))
      if (/\b\w+\.seal\(/.test(await readFile(join(root, path), 'utf8'))) sealing.push(path)
  expect(sealing.sort()).toEqual(Object.keys(known).sort())
})
