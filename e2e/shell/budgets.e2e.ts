import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { ana, expect, openAs, test } from '../kit.ts'

/** What a page fetches, in bytes after compression; sizes are not times, so they can be held to. */
const budgets = { shell: 165_000, firstRoute: 200_000, furtherRoute: 45_000, css: 15_000 }

/** Files of code before the first route's screen is there, and before that of any other: each is a request. */
const files = { firstRoute: 10, anyRoute: 28 }

/** The portal's own: its first route, and each that follows. */
const portalBudgets = { firstRoute: 120_000, furtherRoute: 25_000, charts: 40_000, css: 12_000 }

type Chunk = { file: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean }

/** A build: what each of its pages and screens needs, and what that weighs. */
function buildIn(folder: string) {
  const dist = new URL(`../../apps/web/${folder}/`, import.meta.url)
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(new URL('.vite/manifest.json', dist), 'utf8'),
  )
  /** A chunk and all that must be there before it runs. */
  const needs = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found
    found.add(name)
    for (const next of manifest[name]?.imports ?? []) needs(next, found)
    return found
  }
  const scripts = (names: Iterable<string>): string[] =>
    [...names].flatMap((name) => manifest[name]?.file ?? [])
  const weigh = (files: Iterable<string>): number =>
    [...files].reduce(
      (sum, file) => sum + gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length,
      0,
    )
  return { manifest, needs, scripts, weigh }
}

const { manifest, needs, scripts, weigh } = buildIn('dist')
const source = new URL('../../apps/web/src/', import.meta.url)
const routeFiles = readdirSync(source).filter((name) => /routes\.tsx?$/.test(name))
const routes = routeFiles.flatMap((file) => {
  const text = readFileSync(new URL(file, source), 'utf8')
  return [...text.matchAll(/import\('\.\/([^']+)'\)/g)].map(([, screen]) => `src/${screen}`)
})

const shell = needs('index.html')
const first = new Set([...shell, ...needs('src/directory/directory.tsx')])
/** What is fetched besides when another route is opened from the first. */
const besides = (route: string) => [...needs(route)].filter((name) => !first.has(name))

test('[UI-01] the shell and the first route keep to their budgets', () => {
  expect(weigh(scripts(shell))).toBeLessThanOrEqual(budgets.shell)
  expect(weigh(scripts(first))).toBeLessThanOrEqual(budgets.firstRoute)
  expect(new Set(scripts(first)).size).toBeLessThanOrEqual(files.firstRoute)
  const styles = new Set([...first].flatMap((name) => manifest[name]?.css ?? []))
  expect(styles.size).toBeGreaterThan(0)
  expect(weigh(styles)).toBeLessThanOrEqual(budgets.css)
})

test('[UI-01] a page names the code of its screen before any of it runs', async ({ baseURL }) => {
  const answer = await fetch(`${baseURL}/network/search?q=bank`, {
    headers: { accept: 'text/html' },
  })
  const named = [...(answer.headers.get('link') ?? '').matchAll(/<\/([^>]+)>; rel=modulepreload/g)]
  expect(named.map(([, file]) => file)).toEqual([...new Set(scripts(first))])
})

for (const [path, who, rows] of [
  ['/network/search', null, 'tbody a'],
  ['/dashboard', ana, 'main li a'],
] as const)
  test(`[UI-01] ${path} stands there after 25 requests at most`, async ({ page }) => {
    if (who) await openAs(page, who, '/privacy')
    await page.addInitScript((selector) => {
      // What is fetched a second later doesn’t count, nor where a slow machine shows the rows after that.
      const { setTimeout: begin } = globalThis
      const withoutLate = (work: () => void, ms = 0, ...given: []) =>
        ms < 1_000 ? begin(work, ms, ...given) : 0
      Reflect.set(globalThis, 'setTimeout', withoutLate)
      const observer = new MutationObserver(() => {
        if (!document.querySelector(selector)) return
        observer.disconnect()
        const names = performance.getEntriesByType('resource').map(({ name }) => name)
        Reflect.set(globalThis, 'asked', names)
      })
      observer.observe(document, { childList: true, subtree: true })
    }, rows)
    await page.goto(path)
    await page.locator(rows).first().waitFor()
    const asked: string[] = await page.evaluate(() => Reflect.get(globalThis, 'asked'))
    expect(asked.length + 1, asked.join('\n')).toBeLessThanOrEqual(25)
  })

test('[UI-01] each further route keeps to its budget', () => {
  expect(routes.length).toBeGreaterThan(45)
  const heavy = routes
    .map((route) => ({ route, bytes: weigh(scripts(besides(route))) }))
    .filter(({ bytes }) => bytes > budgets.furtherRoute)
  expect(heavy).toEqual([])
  const many = routes
    .map((route) => ({ route, count: new Set(scripts([...shell, ...needs(route)])).size }))
    .filter(({ count }) => count > files.anyRoute)
  expect(many).toEqual([])
})

test('[UI-01] no two parts need each other, for one of them would run before what it needs', () => {
  for (const folder of ['dist', 'dist-portal']) {
    const { manifest: parts, needs: needsIn } = buildIn(folder)
    const mutual = Object.keys(parts).filter((name) =>
      (parts[name]?.imports ?? []).some((part) => needsIn(part).has(name)),
    )
    expect(mutual, folder).toEqual([])
  }
})

test('[UI-14] no outside service is part of a page that has none configured', () => {
  const vendors = Object.keys(manifest).filter((name) => name.startsWith('src/vendors/'))
  expect(vendors).toContain('src/vendors/services.tsx')
  const fetched = new Set([...shell, ...routes.flatMap((route) => [...needs(route)])])
  expect(vendors.filter((name) => fetched.has(name))).toEqual([])
})

test('[WP-02] the portal keeps to its budgets', () => {
  const portal = buildIn('dist-portal')
  const start = [
    ...portal.needs('portal.html'),
    ...portal.needs('src/webhooks/endpoint/endpoints.tsx'),
  ]
  const open = new Set(start)
  // In another language its catalogue comes first, too.
  const catalogues = Object.keys(portal.manifest).filter((name) => name.includes('catalogue'))
  expect(catalogues).toHaveLength(2)
  for (const catalogue of [...catalogues, 'portal.html']) {
    const whole = new Set(portal.scripts([...open, catalogue]))
    expect(portal.weigh(whole), catalogue).toBeLessThanOrEqual(portalBudgets.firstRoute)
  }
  const styles = new Set([...open].flatMap((name) => portal.manifest[name]?.css ?? []))
  expect(styles.size).toBeGreaterThan(0)
  expect(portal.weigh(styles)).toBeLessThanOrEqual(portalBudgets.css)
  const heavy = Object.keys(portal.manifest)
    .filter((name) => name.startsWith('src/webhooks/'))
    .map((name) => {
      const besides = [...portal.needs(name)].filter((part) => !open.has(part))
      return { name, bytes: portal.weigh(portal.scripts(besides)) }
    })
    .filter(
      ({ name, bytes }) =>
        bytes > (name.includes('/statistics/') ? portalBudgets.charts : portalBudgets.furtherRoute),
    )
  expect(heavy).toEqual([])
})
