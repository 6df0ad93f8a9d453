import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { productErrors } from '@countersign/kit/errors'
import { httpServer } from '@countersign/kit/http'
import { createLog, type Logger } from '@countersign/kit/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeViolations } from './page-policy.ts'
import { serveWeb } from './web.ts'

const warned: object[] = []
const app = httpServer({ log: createLog('silent'), errors: productErrors })
let dist = ''
beforeAll(async () => {
  dist = `${await mkdtemp(`${tmpdir()}/countersign-web-`)}/`
  const entrances = ['index.html', 'session/sign-in', 'action/home', 'directory/directory']
  const manifest = Object.fromEntries(
    entrances.map((name) => [
      name.endsWith('html') ? name : `src/${name}.tsx`,
      // Files of a build may need each other.
      { file: 'assets/a.js', imports: ['index.html', 'src/action/home.tsx'] },
    ]),
  )
  await Promise.all(['assets', '.vite'].map((name) => mkdir(dist + name)))
  await writeFile(
    `${dist}index.html`,
    [
      '<!doctype html><script>start()</script>',
      '<script type="module" crossorigin src="/assets/a.js"></script>',
    ].join(''),
  )
  await writeFile(`${dist}index.html.br`, 'compressed')
  await writeFile(`${dist}.vite/manifest.json`, JSON.stringify(manifest))
  await writeFile(`${dist}assets/a.js`, 'export {}')
  takeViolations(app, {
    ...createLog('silent'),
    warn: (told: object) => warned.push(told),
  } as Logger)
  serveWeb(app, [], dist)
})
afterAll(async () => {
  await app.close()
  await rm(dist, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

/** Where a page stands in no frame, and what it may load where nothing else is said. */
const directives = (policy: unknown) => String(policy).split('; ')

test.each([
  ['/', { accept: 'text/html' }],
  ['/', { accept: '*/*' }],
  ['/', {}],
  ['/dashboard?tab=1', { accept: 'text/*;q=0.5' }],
  ['/index.html', { accept: 'text/html' }],
  ['/index.html', { accept: '*/*', 'accept-encoding': 'br' }],
])('[T10] %s with %o is the page, which no other page may frame', async (url, headers) => {
  const page = await get(url, headers)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('start()')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(directives(page.headers['content-security-policy'])).toEqual(
    expect.arrayContaining(["default-src 'none'", "frame-ancestors 'none'", "object-src 'none'"]),
  )
  expect(page.headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
})

test('[T10] a page runs files as they were built only, and makes no code of text', async () => {
  const built = `sha384-${createHash('sha384').update('export {}').digest('base64')}`
  const page = await get('/auth', { accept: 'text/html' })
  expect(page.body).toContain(`src="/assets/a.js" integrity="${built}"`)
  expect(page.headers.link).toContain(
    `</assets/a.js>; rel=modulepreload; crossorigin; integrity="${built}"`,
  )
  expect(directives(page.headers['content-security-policy'])).toEqual(
    expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types countersign']),
  )
})

test('[T10] browsers report what the policy stopped, and the log names no page', async () => {
  const page = await get('/', { accept: 'text/html' })
  const [, path = ''] = /^csp="(.+)"$/.exec(String(page.headers['reporting-endpoints'])) ?? []
  expect(directives(page.headers['content-security-policy'])).toContain('report-to csp')
  const violation = (effectiveDirective: unknown, blockedURL: unknown) => ({
    type: 'csp-violation',
    url: 'https://desk.example/network/vasps/did:ethr:0xa?email=ana@kestrel.example',
    body: { effectiveDirective, blockedURL, sample: 'ana@kestrel.example' },
  })
  const report = (payload: object) =>
    app.inject({
      ...{ method: 'POST', url: path, payload: JSON.stringify(payload) },
      headers: { 'content-type': 'application/reports+json' },
    })
  const answers = await Promise.all([
    report([
      violation('script-src-elem', 'inline'),
      violation('connect-src', 'https://spy.example/ana?x'),
      violation('<ana>', 7),
      { type: 'deprecation', body: {} },
      null,
    ]),
    report({ not: 'a list' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  expect(warned).toEqual([
    { event: 'csp_violation', directive: 'script-src-elem', blocked: 'inline' },
    { event: 'csp_violation', directive: 'connect-src', blocked: 'https://spy.example' },
    { event: 'csp_violation', directive: 'unknown', blocked: 'unknown' },
  ])
})

test.each([
  ['/assets/gone.js', 'text/html'],
  ['/api/nowhere', 'text/html'],
  ['/gone.js', '*/*'],
  ['/nowhere', 'application/json'],
  ['/.vite/manifest.json', '*/*'],
])('[ER-01] %s for one who takes %s is 404', async (url, accept) => {
  const answer = await get(url, { accept })
  expect(answer.statusCode).toBe(404)
  expect(answer.json().err.name).toBe('not_found')
})

test.each([
  ['a range beyond its end', { range: 'bytes=9999999-' }, 416, 'range_not_satisfiable'],
  ['a condition that it does not meet', { 'if-match': '"x"' }, 412, 'precondition_failed'],
])('[ER-04] a file asked for with %s is no failure of ours', async (_, headers, status, name) => {
  const answer = await get('/assets/a.js', headers)
  expect(answer.statusCode).toBe(status)
  expect(answer.json().err).toMatchObject({ name, code: status })
})

test('[ER-01] a file takes no other method', async () => {
  const answer = await app.inject({ method: 'DELETE', url: '/assets/a.js' })
  expect(answer.statusCode).toBe(405)
  expect(answer.headers.allow).toBe('GET, HEAD')
})
