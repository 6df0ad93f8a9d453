import type { Page } from '@playwright/test'
import { test } from '../house.ts'
import { expect } from '../kit.ts'
import type { Person } from '../screens.ts'
import { overflowOf, settled } from '../states.ts'

const kestrel = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
const norrland = 'did:ethr:0x17c7245f82368b8e141f545654834ad336c954c2'
const at = encodeURIComponent

/** Would run where a text is taken for HTML, an attribute's end or a template; fits the longest name. */
const markup = '<img src=x onerror=pwned=1><script>pwned=1</script>"><svg onload=pwned=1>{{7*7}}'
/** The same in several lines, with a turn of direction, signs without width and a word without end. */
const text = (most: number) =>
  `${markup}\n\u202eturned\u202c a\u200bb\u0645\n${'W'.repeat(most)}`.slice(0, most)
const address = `https://kestrelbay.example/?q="><svg/onload=pwned=1>'&to=javascript:alert(1)//%0a`

/** Calls the API as the page does. @returns the status and the body */
const call = (page: Page, method: string, path: string, body?: unknown) =>
  page.evaluate(
    async ([how, where, json]) => {
      const answer = await fetch(`/api${where}`, {
        method: how ?? '',
        headers: { 'content-type': 'application/json', 'x-user-agent': 'journey' },
        ...(json && { body: json }),
      })
      const words = await answer.text()
      return { status: answer.status, body: words ? JSON.parse(words) : undefined }
    },
    [method, path, body === undefined ? '' : JSON.stringify(body)],
  )

async function done(page: Page, method: string, path: string, body?: unknown) {
  const answer = await call(page, method, path, body)
  expect(answer, `${method} ${path}`).toMatchObject({ status: 200 })
  return answer.body
}

/** A page that remembers whatever a text made it do. */
async function watched(page: Page, problems: string[]): Promise<Page> {
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  page.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`)
  })
  await page.goto('/privacy')
  return page
}

/** Nothing ran, nothing became a part of the page, and no link leads anywhere but to the web or a mailbox. */
const harmOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll('a')]
    return [
      ...('pwned' in globalThis ? ['a script ran'] : []),
      ...[...document.querySelectorAll('img[src="x"], [onload], [onerror], body script')].map(
        (made) => `made: ${made.outerHTML}`,
      ),
      ...links.flatMap(({ href, protocol }) =>
        ['http:', 'https:', 'mailto:'].includes(protocol) ? [] : `leads to ${href}`,
      ),
      ...links.flatMap(({ href, target, rel }) =>
        target !== '_blank' || rel.includes('noopener') ? [] : `no noopener: ${href}`,
      ),
    ]
  })

test.describe.configure({ mode: 'serial' })

test('[TF-05] [TF-04] names with signs that deceive and addresses that run are refused', async ({
  house,
}) => {
  const ana = await watched(await house.page('ana'), [])
  const update = (fields: object) => call(ana, 'POST', '/tf/vasps/update', { did: kestrel, fields })
  for (const website of ['javascript:pwned=1', 'data:text/html,a', 'JaVaScRiPt:a', '//evil', ' '])
    expect((await update({ website })).status, website).toBe(422)
  for (const sign of ['\u202e', '\u2066', '\u200b', '\u200d', '\ufeff', '\n', '\u0000', '\u00ad'])
    for (const fields of [{ name: `Kestrel${sign} Bay` }, { otherNames: [`Kestrel${sign} Bay`] }])
      expect((await update(fields)).status, JSON.stringify(fields)).toBe(422)
  const user = await call(ana, 'POST', '/auth/userinfo/update', { name: 'Ana\u202e Reyes' })
  expect(user.status).toBe(422)
  // Joiners belong to how Persian is written.
  expect((await update({ otherNames: ['می\u200cخواهم'] })).status).toBe(200)
  await ana.close()
})

test('[TF-05] [TF-08] [TF-09] every text that others will read can be hostile', async ({
  house,
}) => {
  const people = ['ana', 'lena', 'marcus', 'noor'] as const
  const [ana, lena, marcus, noor] = await Promise.all(
    people.map(async (who) => watched(await house.page(who), [])),
  )
  if (!ana || !lena || !marcus || !noor) throw new Error('Nobody came')
  const portal = await done(ana, 'POST', `/v1/vasps/${at(kestrel)}/webhook-portal`, {})
  const added = await ana.request.post(`${portal.serverUrl}/api/v1/app/${portal.appId}/endpoint`, {
    headers: { authorization: `Bearer ${portal.token}` },
    data: { url: 'https://hooks.kestrelbay.example/in', description: text(400) },
  })
  expect(added.status()).toBe(201)

  const fields = {
    ...{ name: markup, legalName: markup, otherNames: [markup, 'W'.repeat(256)] },
    ...{ description: text(2000), website: address, certificates: [markup], city: 'W'.repeat(120) },
  }
  await done(ana, 'POST', '/tf/vasps/update', { did: kestrel, fields })
  await done(ana, 'POST', '/auth/userinfo/update', { name: markup, jobTitle: 'W'.repeat(120) })
  const review = { reviewedVaspDID: norrland, reviewValue: 'MANUAL', note: text(2000) }
  await done(ana, 'POST', `/tf/vasps/${at(kestrel)}/review`, review)
  const view = { name: markup.slice(0, 60), filters: {} }
  await done(ana, 'POST', '/tf/user/preferences', { preference: 'view.directory', value: view })

  const ddq = `/tf/vasps/${at(kestrel)}/documents/ddq`
  const { draft } = await done(ana, 'GET', ddq)
  for (const [question, value] of Object.entries({
    A1: { name: markup },
    A2: { names: [markup, 'W'.repeat(1000)] },
    A3: { registered: text(8000), business: markup },
    A7: { owners: [{ name: text(1000), share: markup, country: 'SG' }] },
  }))
    await done(ana, 'PUT', `${ddq}/answers/${question}`, {
      ...{ version: draft.version, value, revision: draft.answers[question]?.revision ?? 0 },
    })

  const linden = (await done(lena, 'GET', '/auth/viewer')).vasps[0]
  // Nobody else sees a new company before the network has listed it.
  await done(noor, 'POST', `/tf/administration/vasps/${at(linden)}/listing`, { action: 'list' })
  const ask = (page: Page, owner: string, query: object) =>
    done(
      page,
      'POST',
      `/tf/vasps/${at(owner)}/documents/requests?${new URLSearchParams(Object.entries(query))}`,
    )
  const request = { documentType: 'AML_POLICY', accessAction: 'REQUEST', metadata: text(1000) }
  await ask(ana, linden, { ...request, requestingVASPdid: kestrel })
  await ask(lena, kestrel, { ...request, requestingVASPdid: linden })
  await ask(ana, kestrel, {
    ...{ requestingVASPdid: linden, documentType: 'AML_POLICY', accessAction: 'DECLINE' },
    metadata: text(1000),
  })

  const upload = `/tf/vasps/upload/${at(kestrel)}`
  const { uploadFields } = await done(ana, 'GET', `${upload}?documentType=OTHER`)
  const ticket = uploadFields[0].value
  const uploaded = await ana.evaluate(
    async ([where, given, title]) => {
      const form = new FormData()
      form.append('ticket', given ?? '')
      form.append('title', title ?? '')
      const file = new File(['%PDF-1.4\n%%EOF\n'], `${title} \u202e.pdf`, {
        type: 'application/pdf',
      })
      form.append('file', file)
      const headers = { 'x-user-agent': 'journey' }
      const answer = await fetch(`/api${where}`, { method: 'POST', headers, body: form })
      return { status: answer.status, body: await answer.json() }
    },
    [upload, ticket, markup],
  )
  expect(uploaded.status).toBe(200)
  await done(ana, 'POST', `/tf/vasps/${at(kestrel)}/documents/${uploaded.body.id}/grants`, {
    ...{ vaspDID: linden, expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
  })
  await done(marcus, 'POST', '/auth/addusertovasp', {
    ...{
      vaspDID: kestrel,
      role: 'viewer',
      email: '"<img/src=x/onerror=pwned=1>"@kestrelbay.example',
    },
  })
  await Promise.all([ana, lena, marcus, noor].map((page) => page.close()))
})

const shown = '<script>pwned=1</script>'
const page = (did: string) => `/network/vasps/${at(did)}`

// biome-ignore format: a screen stays on its line, however long
const screens: readonly (readonly [who: Person, path: string, says?: string])[] = [
  ['visitor', page(kestrel), shown],
  ['visitor', '/network/search?q=kestrelbay', shown],
  ['ana', '/company', shown],
  ['ana', '/dashboard', shown],
  ['ana', '/company/documents', shown],
  ['ana', '/due-diligence/questionnaire?section=A', shown],
  ['ana', '/due-diligence/questionnaire?tab=preview', shown],
  ['ana', '/due-diligence', shown],
  ['ana', '/due-diligence?tab=sent'],
  ['ana', `${page(norrland)}?tab=activity`, shown],
  ['ana', `/network/compare?dids=${at(kestrel)},${at(norrland)}`, shown],
  ['ana', '/developers/webhooks', shown],
  ['ana', '/demo/mail', shown],
  ['ana', '/dashboard/companies', shown],
  ['marcus', '/team', shown],
  ['marcus', '/team?tab=invited', 'onerror=pwned=1'],
  ['marcus', '/company/audit', shown],
  ['lena', '/due-diligence', shown],
  ['lena', '/due-diligence?tab=sent', shown],
  ['lena', '/due-diligence?tab=shared', shown],
  ['lena', `${page(kestrel)}?tab=diligence`, shown],
  ['lena', page(kestrel), shown],
  ['lena', '/network/search', shown],
  ['noor', '/admin/companies?q=kestrelbay', shown],
  ['noor', `/admin/companies/${at(kestrel)}`, shown],
  ['noor', '/admin/users', shown],
  ['noor', `/admin/audit?company=${at(kestrel)}`],
]

for (const who of ['visitor', 'ana', 'marcus', 'lena', 'noor'] as const)
  test(`[UI-01] [TF-05] [TF-15] hostile texts stay texts on every screen that ${who} sees`, async ({
    house,
  }) => {
    const problems: string[] = []
    const seen = await watched(await house.page(who), problems)
    for (const [, path, says] of screens.filter(([viewer]) => viewer === who))
      await test.step(path, async () => {
        await seen.setViewportSize({ width: 1280, height: 800 })
        await seen.goto(path)
        await expect(seen.getByRole('heading', { level: 1 })).toBeVisible()
        await settled(seen)
        if (says) await expect.soft(seen.getByRole('main'), path).toContainText(says)
        for (const width of [1280, 390]) {
          await seen.setViewportSize({ width, height: 844 })
          await expect.soft.poll(() => overflowOf(seen), `${path}, ${width} px wide`).toEqual([])
          expect.soft(await harmOf(seen), path).toEqual([])
        }
      })
    expect(problems).toEqual([])
    await seen.close()
  })
