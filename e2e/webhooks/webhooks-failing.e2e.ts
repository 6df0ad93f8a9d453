import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

test('[WP-02] [WH-09] [UI-02] the cause of a failing endpoint is found from Home, fixed, and its messages recovered', async ({
  page,
}) => {
  await openAs(page, ana, '/privacy')
  // An endpoint whose path doesn't exist, and two events that it can't take.
  const {
    receiver,
    attempts: tried,
    token,
  } = await page.evaluate(async () => {
    const call = async (url: string, body?: unknown, token?: string) => {
      const answer = await fetch(url, {
        method: body ? 'POST' : 'GET',
        headers: {
          'content-type': 'application/json',
          'x-user-agent': 'e2e',
          ...(token && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return answer.json()
    }
    const did = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
    const { url, secret } = await call('/api/demo/receiver')
    const portal = await call(`/api/v1/vasps/${encodeURIComponent(did)}/webhook-portal`, {})
    const app = `${portal.serverUrl}/api/v1/app/${portal.appId}`
    const { id } = await call(`${app}/endpoint`, { url: `${url}-gone`, secret }, portal.token)
    for (const description of ['One', 'Two'])
      await call('/api/tf/vasps/update', { did, fields: { description } })
    const { token } = portal
    return { receiver: String(url), attempts: `${app}/attempt/endpoint/${id}?status=2`, token }
  })
  // The retries after a few seconds are over, and the next ones are minutes away: none of them sends what is
  // recovered below.
  const failures = async () => {
    const headers = { authorization: `Bearer ${token}` }
    const { data } = await (await page.request.get(tried, { headers })).json()
    return data.length
  }
  await expect.poll(failures, { timeout: 30_000 }).toBe(4)
  const item = page.getByRole('link', { name: /webhook endpoint is failing/ })
  await expect(async () => {
    await page.goto('/dashboard')
    await expect(item).toBeVisible({ timeout: 1_000 })
  }).toPass()
  let actions = 0
  const act = async (work: Promise<unknown>) => {
    await work
    actions++
  }
  await act(item.click())
  const notice = page.getByRole('alert').filter({ hasText: 'This endpoint is failing' })
  await expect(notice).toContainText(/404 since .*: the path doesn’t exist there/)
  await expect(notice.getByRole('button', { name: 'Recover 2 messages' })).toBeVisible()
  await expectAccessible(page)
  await act(notice.getByRole('button', { name: 'Fix the address' }).click())
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  await act(dialog.getByLabel('Address').fill(receiver))
  await act(dialog.getByRole('button', { name: 'Save' }).click())
  await expect(dialog).toBeHidden()
  // What was saved is checked by an example, and what waits can be sent from there.
  const works = page.getByText('It works').locator('..').locator('..')
  await expect(works).toContainText('it answered an example with 200')
  await expectAccessible(page)
  await act(works.getByRole('button', { name: 'Recover 2 messages' }).click())
  const delivered = page
    .getByRole('table', { name: 'Attempts' })
    .getByRole('row', { name: /Delivered/ })
  await expect(delivered).toHaveCount(3)
  await expect(notice).toBeHidden({ timeout: 20_000 })
  expect(actions).toBeLessThanOrEqual(8)
  // Its progress is kept.
  const activity = page.getByRole('region', { name: 'Send again' }).getByRole('table')
  await expect(activity.getByRole('row', { name: /Finished 2/ })).toBeVisible()

  // A message that one endpoint got, and why another got nothing.
  await page.getByRole('link', { name: 'Webhooks' }).first().click()
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  await dialog.getByLabel('Address').fill('http://127.0.0.1:1/hook')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog.getByText(/port/)).toBeVisible()
  await dialog.getByLabel('Address').fill('http://127.0.0.1:40010/hook')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('link', { name: 'vasp.updated' }).first().click()
  const endpoints = page.getByRole('region', { name: 'Endpoints' })
  await expect(endpoints.getByText('It was added after this message was sent.')).toBeVisible()
  await expectAccessible(page)
  await endpoints.getByRole('button', { name: `Resend to ${receiver}` }).click()
  const attempts = page.getByRole('region', { name: 'Attempts' })
  await expect(attempts.getByText('Response 200')).toHaveCount(2)

  // An example that is edited, and a secret that is rotated.
  await endpoints.getByRole('link', { name: receiver }).click()
  await page.getByRole('tab', { name: 'Testing' }).click()
  await page.getByLabel('Event').selectOption('vasp.updated')
  await expect(page.getByLabel('Payload')).toContainText('"fields"')
  await page.getByLabel('Payload').fill('[1]')
  await expect(page.getByText('Enter a JSON object').first()).toBeVisible()
  await page.getByLabel('Payload').fill('{"type":"vasp.updated","tried":4711}')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send example' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await expect(result.getByText('Response 200')).toBeVisible()
  await result.getByRole('link', { name: 'Open the message' }).click()
  await expect(page.getByText('4711')).toBeVisible()
  await attempts.getByText('Request and headers').click()
  await expect(attempts.getByText(/curl -X POST/)).toBeVisible()
  await expectAccessible(page)
  await endpoints.getByRole('link', { name: receiver }).click()
  await page.getByRole('button', { name: /^Show/ }).click()
  const before = await page.getByText(/^whsec_/).textContent()
  await page.getByRole('button', { name: /^Rotate/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate secret' }).click()
  await expect(page.getByText(/^whsec_/)).not.toHaveText(before ?? '')
})

test('[WP-02] [WH-06] a header and a transformation are tried, saved, and act on what is sent', async ({
  page,
}) => {
  await openAs(page, ana, '/developers/webhooks')
  await page.getByRole('button', { name: 'Add endpoint' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use demo receiver' }).click()
  await dialog.getByLabel('Description').fill('Transformed')
  await dialog.getByRole('button', { name: 'Add endpoint' }).click()
  await expect(dialog).toBeHidden()
  await page
    .getByRole('row', { name: /Transformed/ })
    .getByRole('link')
    .click()
  await page.getByRole('tab', { name: 'Advanced' }).click()
  const headers = page.getByRole('region', { name: 'Headers' })
  await headers.getByRole('button', { name: 'Add header' }).click()
  await dialog.getByLabel('Name').fill('not a name')
  await dialog.getByRole('button', { name: 'Add header' }).click()
  await expect(dialog.getByText('Enter a header’s name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Authorization')
  await dialog.getByLabel('Value').fill('Bearer 4711')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add header' }).click()
  await expect(headers.getByText(/authorization: ••••••/i)).toBeVisible()
  await expect(page.getByText('4711')).toHaveCount(0)

  const transformation = page.getByRole('region', { name: 'Transformation' })
  await transformation
    .getByLabel('Code')
    .fill(
      'function handler(webhook) { webhook.payload = { changed: webhook.payload.type }; return webhook }',
    )
  await transformation.getByRole('button', { name: 'Try it' }).click()
  await expect(transformation.getByText('{"changed":"vasp.updated"}')).toBeVisible()
  await expectAccessible(page)
  await transformation.getByLabel('Code').fill('this is no code')
  await transformation.getByRole('button', { name: 'Try it' }).click()
  await expect(transformation.getByRole('alert')).toBeVisible()
  await transformation
    .getByLabel('Code')
    .fill(
      'function handler(webhook) { webhook.payload = { by: webhook.variables.BY }; return webhook }',
    )
  await transformation.getByLabel('Variables').fill('no sign')
  await transformation.getByRole('button', { name: 'Try it' }).click()
  await expect(transformation.getByRole('alert')).toContainText('NAME=value')
  await transformation.getByLabel('Variables').fill('BY=variable-4712')
  await transformation.getByRole('button', { name: 'Try it' }).click()
  await expect(transformation.getByText('{"by":"variable-4712"}')).toBeVisible()
  await transformation.getByRole('button', { name: 'Save and use' }).click()
  await expect(transformation.getByRole('button', { name: 'Switch off' })).toBeVisible()
  await page.getByRole('tab', { name: 'Testing' }).click()
  await page.getByRole('button', { name: 'Send example' }).click()
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('Response 200')
  await page.goto('/developers/webhooks/receiver')
  await expect(page.getByText('variable-4712').first()).toBeVisible()
})
