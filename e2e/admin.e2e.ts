import type { Page } from '@playwright/test'
import { ana, expect, expectAccessible, signIn, test } from './kit.ts'

const queueOf = (page: Page) => page.getByRole('table', { name: /wait for verification/ })

test('[TF-05] the network takes a company into review, checks it and approves it', async ({
  page,
}) => {
  await page.goto('/admin')
  await signIn(page, 'noor@countersign.example')
  await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()
  await expect(queueOf(page).getByRole('link', { name: 'PampaDex' })).toBeVisible()
  await expectAccessible(page)
  await queueOf(page).getByRole('link', { name: 'PampaDex' }).click()

  await page.getByRole('button', { name: 'Take into review' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take into review' }).click()
  await expect(dialog.getByText('Write a note')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Note').fill('Reading the register.')
  await dialog.getByRole('button', { name: 'Take into review' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Approve' }).click()
  const checks = page.getByRole('dialog').getByRole('checkbox')
  await expect(checks).toHaveCount(5)
  for (const check of await checks.all()) await check.check()
  await page.getByRole('dialog').getByLabel('Note').fill('All in order.')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('list', { name: 'History' })).toContainText('All in order.')
  await expect(page.getByRole('button', { name: 'Suspend' })).toBeVisible()
  await page.goto('/admin')
  await expect(queueOf(page).getByRole('link', { name: 'PampaDex' })).toHaveCount(0)
})

test('[TF-05] network-owned fields change after a look at the difference', async ({ page }) => {
  await page.goto('/admin/companies?q=lagos')
  await signIn(page, 'noor@countersign.example')
  await expect(page.getByText('1 company')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'LagosLoop' }).click()
  const form = page.getByRole('form', { name: 'What the network states' })
  await form.getByLabel('Regulatory status').selectOption('Regulated')
  const change = form.getByRole('region', { name: 'What will change' })
  await expect(change).toContainText('Pending → Regulated')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(change).toHaveCount(0)
  await expect(form.getByLabel('Regulatory status')).toHaveValue('Regulated')
  await page.goto('/admin/companies?status=SUSPENDED&enabled=false')
  await expect(page.getByText('No company matches')).toBeVisible()
  await page.getByRole('button', { name: /clear/i }).click()
  await expect(page.getByRole('table', { name: 'All companies' })).toBeVisible()
})

test('[ID-08] the network’s desk is closed to others', async ({ page }) => {
  await page.goto('/admin')
  await signIn(page, ana)
  await expect(page.getByText('This is for the network’s operator')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByRole('navigation', { name: 'Main' }).getByText('Admin')).toHaveCount(0)
})
