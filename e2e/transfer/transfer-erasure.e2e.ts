import { productExamples } from '@countersign/contracts/examples'
import { run } from '@countersign/kit/testing-query'
import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, openAs, test } from '../kit.ts'

/** Changes the company that the page works for, by the palette. */
async function workFor(page: Page, company: string): Promise<void> {
  await page.keyboard.press('Meta+k')
  await page.getByRole('dialog').getByRole('combobox').fill(company)
  await page.getByRole('option', { name: `Switch to ${company}` }).click()
  await expect(page).toHaveTitle(new RegExp(company))
}

/** A transfer from Kestrel Bay that Granitequay has accepted. @returns its id */
async function accepted(page: Page): Promise<string> {
  const {
    originatorVASPdid: ours,
    beneficiaryVASPdid: theirs,
    ...body
  } = Object(productExamples['tx.create']?.body)
  const sent = { ...body, originatorVASPdid: ours, beneficiaryVASPdid: theirs }
  return page.evaluate(
    async (made) => {
      const post = async (path: string, content?: object) => {
        const answer = await fetch(`/api/tx/${path}`, {
          method: 'POST',
          headers: { 'x-user-agent': 'e2e', 'content-type': 'application/json' },
          ...(content && { body: JSON.stringify(content) }),
        })
        if (!answer.ok) throw new Error(await answer.text())
        return answer.json()
      }
      const act = (verb: string, did: string) =>
        post(`${verb}?id=${id}&vaspDID=${encodeURIComponent(did)}`)
      const { id } = await post('create', made)
      await act('approve', made.originatorVASPdid)
      await act('confirm', made.beneficiaryVASPdid)
      await act('accept', made.beneficiaryVASPdid)
      return id
    },
    { ...sent, transactionRef: crypto.randomUUID() },
  )
}

test('[TX-04] a customer is erased on one side, and the other keeps its data', async ({
  page,
  serverOf,
}, { file }) => {
  await openAs(page, ana, '/transactions/privacy')
  await expect(page.getByText('No privacy requests yet')).toBeVisible()
  const id = await accepted(page)
  const { databaseUrl = '' } = await serverOf(file)
  // Six years go by.
  await run(
    databaseUrl,
    `update transactions.side set ended_at = ended_at - interval '6 years' where transfer_id = '${id}'`,
  )
  await page.getByRole('button', { name: 'New request' }).click()
  const dialog = page.getByRole('dialog', { name: 'New privacy request' })
  await dialog.getByLabel('Name of the person').fill('Amara Okafor')
  await dialog.getByRole('button', { name: 'Find transfers' }).click()
  await expect(dialog.getByRole('group', { name: /Transfers of this person/ })).toBeVisible()
  await dialog.getByLabel('The person asks for').selectOption({ label: 'Erasure of their data' })
  await dialog.getByLabel('Reference').fill('Letter 2031-7')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Enter request' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Letter 2031-7' })
  await expect(row).toContainText(/[1-9]\d* of \d+ transfers? erased/)

  await page.goto(`/transactions/${id}`)
  await expect(page.getByText('The personal data has been erased.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Decrypt' })).toBeHidden()
  await workFor(page, 'Granitequay Markets')
  await page.goto(`/transactions/${id}`)
  await expect(page.getByRole('button', { name: 'Decrypt' })).toBeEnabled()
})

test('[TX-04] a transfer is put under a legal hold and released', async ({ page }) => {
  await openAs(page, ana, '/transactions?view=all')
  const id = await accepted(page)
  await page.goto(`/transactions/${id}`)
  await page.getByRole('button', { name: 'Legal hold' }).click()
  const dialog = page.getByRole('dialog', { name: 'Place a legal hold' })
  await dialog.getByLabel('Last day').fill('2099-12-31')
  await dialog.getByLabel('Reason').fill('Case 12')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Place hold' }).click()
  await expect(page.getByText('Legal hold until 2099-12-31')).toBeVisible()

  await page.goto('/settings?tab=retention')
  const row = page.getByRole('row').filter({ hasText: 'Case 12' })
  await expect(row).toContainText('31 Dec 2099')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Release hold' }).click()
  const release = page.getByRole('dialog', { name: 'Release the legal hold' })
  await release.getByLabel('Reason').fill('The case is closed')
  await release.getByRole('button', { name: 'Release hold' }).click()
  await expect(page.getByText('No legal holds')).toBeVisible()
})
