import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Locator } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, signInByKeys, tabTo, test } from '../kit.ts'

test('[ID-05] [ID-06] a developer makes a credential, calls the API with it, rotates and deletes it', async ({
  page,
  request,
}) => {
  await openAs(page, ana, '/developers/credentials')
  await expect(page.getByRole('heading', { name: 'API credentials' })).toBeVisible()
  await expect(page.getByText('Limited')).toBeVisible()

  await page.getByRole('button', { name: 'Create credential' }).click()
  await expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill('Night batch')
  await page.getByRole('dialog').getByRole('button', { name: 'Create credential' }).click()

  // The secret is shown once, with a file to store it in.
  const shown = page.getByRole('alertdialog', { name: 'Store this secret now' })
  await expect(shown).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await shown.getByRole('button', { name: 'Download .env' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const [, clientId = '', secret = ''] =
    /CLIENT_ID=(client_\w+)\nCOUNTERSIGN_CLIENT_SECRET=(\S+)\n/.exec(file) ?? []
  // The sample works as it is shown.
  const sample = (await shown.locator('pre').textContent()) ?? ''
  const { stdout } = await promisify(execFile)('sh', ['-c', sample])
  expect(JSON.parse(stdout)).toHaveProperty('pagination')
  await shown.getByRole('button', { name: 'I’ve stored it' }).click()
  await expect(shown).toBeHidden()
  expect(await page.content()).not.toContain(secret)

  const tokenFor = (password: string) =>
    request.post('/api/oauth/token', {
      form: { grant_type: 'client_credentials', client_id: clientId, client_secret: password },
    })
  const answer = await tokenFor(secret)
  expect(answer.status()).toBe(200)
  const { access_token: token } = await answer.json()
  const headers = { authorization: `Bearer ${token}` }
  const found = await request.get('/api/tf/simple/vasps?q=norrland', { headers })
  expect((await found.json()).pagination.total).toBe(1)
  const did = encodeURIComponent('did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0')
  expect((await request.get(`/api/auth/credentials/${did}`, { headers })).status()).toBe(403)

  // The sample on the page is of the credential that is selected there.
  await page.getByLabel('Credential', { exact: true }).selectOption('Night batch')
  await expect(page.locator('pre').first()).toContainText(clientId)

  await page.getByRole('button', { name: 'Actions for Night batch' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Morning batch')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename credential' }).click()
  const actions = page.getByRole('button', { name: 'Actions for Morning batch' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Rotate secret' }).click()
  await expectAccessible(page)
  await page.getByLabel('The old secret leaked: revoke it now').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
  await shown.getByRole('button', { name: 'I’ve stored it' }).click()
  expect((await tokenFor(secret)).status()).toBe(401)
  expect((await request.get('/api/tf/simple/vasps', { headers })).status()).toBe(401)

  await actions.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const sure = page.getByRole('alertdialog')
  await expectAccessible(page)
  await sure.getByLabel(/to confirm/).fill('Morning batch')
  await sure.getByRole('button', { name: 'Delete credential' }).click()
  await expect(page.getByText('Credential deleted')).toBeVisible()
  await expect(actions).toHaveCount(0)
})

test('[ID-05] [ID-06] by keyboard alone: a secret is rotated, and the API answers to the new one', async ({
  page,
  request,
}) => {
  const press = async (target: Locator, key = 'Enter') => {
    await tabTo(page, target)
    await page.keyboard.press(key)
  }
  await page.goto('/developers/credentials')
  await signInByKeys(page, ana)
  const actions = page.getByRole('button', { name: 'Actions for Payment gateway' })
  await press(actions)
  await expect(page.getByRole('menuitem', { name: 'Rotate secret' })).toBeVisible()
  while (!(await isFocused(page.getByRole('menuitem', { name: 'Rotate secret' }))))
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await press(page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }))
  const shown = page.getByRole('alertdialog', { name: 'Store this secret now' })
  await expect(shown).toBeVisible()
  const download = page.waitForEvent('download')
  await press(shown.getByRole('button', { name: 'Download .env' }))
  const file = await readFile(await (await download).path(), 'utf8')
  const [, clientId = '', secret = ''] =
    /CLIENT_ID=(client_\w+)\nCOUNTERSIGN_CLIENT_SECRET=(\S+)\n/.exec(file) ?? []
  await press(shown.getByRole('button', { name: 'I’ve stored it' }))
  await expect(shown).toBeHidden()

  const answer = await request.post('/api/oauth/token', {
    form: { grant_type: 'client_credentials', client_id: clientId, client_secret: secret },
  })
  const { access_token: token } = await answer.json()
  const headers = { authorization: `Bearer ${token}` }
  const found = await request.get('/api/tf/simple/vasps?q=norrland', { headers })
  expect(found.status()).toBe(200)
})

const isFocused = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement)

test('[ID-05] a company of a group delegates to its gateway and ends it again', async ({
  page,
}) => {
  await openAs(page, ana, '/developers/credentials')
  await page.evaluate(() =>
    localStorage.setItem('activeVasp', 'did:ethr:0x4b687d36dd9159d0996a3087e45f889e65265857'),
  )
  await page.reload()
  await expect(page.getByText('No credentials yet')).toBeVisible()
  await page.getByRole('button', { name: 'Delegate to gateway' }).click()
  await expect(page.getByText('acts for this company').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'End delegation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End delegation' }).click()
  await expect(page.getByRole('button', { name: 'Delegate to gateway' })).toBeVisible()
})

test('[ID-05] [ID-08] who may only look sees no way to change, on a narrow screen too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'linnea.berg@norrland.example', '/developers/credentials')
  const create = page.getByRole('button', { name: 'Create credential' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
