import { generateKeyPairSync, sign as signWith } from 'node:crypto'
import { ana, expect, expectAccessible, expectHeaderAboveRows, openAs, test } from '../kit.ts'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
/** The key in base58: a wallet of Solana. */
const address = (() => {
  const raw = publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)
  let text = ''
  for (let rest = BigInt(`0x${raw.toString('hex')}`); rest > 0n; rest /= 58n)
    text = letters.charAt(Number(rest % 58n)) + text
  return text
})()
/** As a wallet signs. */
const sign = (message: string) => signWith(null, Buffer.from(message), privateKey).toString('hex')

test('[TX-06] a customer proves a wallet by a link, without an account', async ({
  page,
  browser,
}) => {
  await openAs(page, ana, '/company/customers/KB-10022')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Request proof' }).click()
  await dialog.getByLabel('Address', { exact: true }).fill(address)
  await dialog.getByLabel('Network').fill('solana')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText('It’s shown once')).toBeVisible()
  await expectAccessible(page)
  const link = await dialog.getByText(/\/prove#/).textContent()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const table = page.getByRole('table', { name: 'Wallet proofs' })
  await expect(table).toContainText('Waiting for the customer')

  const visitor = await browser.newPage()
  await visitor.goto(new URL(String(link)).pathname + new URL(String(link)).hash)
  await expect(visitor.getByText('Kestrel Bay Exchange')).toBeVisible()
  await expect(visitor.getByText('Yeo')).toBeHidden()
  const message = (await visitor.locator('pre').textContent()) ?? ''
  await visitor.getByLabel('Signature').fill(sign(`${message}!`))
  await visitor.getByRole('button', { name: 'Send proof' }).click()
  await expect(visitor.getByText('This isn’t a signature of this message').first()).toBeVisible()
  await expectAccessible(visitor)
  await visitor.getByLabel('Signature').fill(sign(message))
  await visitor.getByRole('button', { name: 'Send proof' }).click()
  await expect(visitor.getByText('Your signature was verified.')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByText('This link no longer works')).toBeVisible()
  await visitor.close()

  await page.reload()
  await expect(table).toContainText('Verified by signature')
  await table.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true }).click()
  const opened = page.getByRole('dialog', { name: 'Ed25519 signature' })
  await expect(opened.getByText(sign(message))).toBeVisible()
  await expectAccessible(page)
  await opened.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Self-hosted', { exact: true })).toBeVisible()
})

test('[TX-06] a customer proves a wallet by a small payment, which the company finds', async ({
  page,
  browser,
}) => {
  const wallet = '0x52908400098527886E0F7030069857D2E4169EE7'
  const hash = `0x${'5f'.repeat(32)}`
  await openAs(page, ana, '/company/customers/KB-10023')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'What counts as proof' }).click()
  await expect(dialog.getByRole('row').filter({ hasText: 'European Union' })).toContainText(
    'Satisfies it',
  )
  await expectHeaderAboveRows(dialog.getByRole('table'))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Request proof' }).click()
  await dialog.getByLabel('Address', { exact: true }).fill(wallet)
  await dialog.getByLabel('Your deposit address').fill('0x8617E340B3D01FA5F11F306F4090FD50E238070D')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = new URL(String(await dialog.getByText(/\/prove#/).textContent()))
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  const visitor = await browser.newPage()
  await visitor.goto(link.pathname + link.hash)
  await visitor.getByLabel('How').selectOption('Make a small payment (Satoshi test)')
  await expect(visitor.getByText('Send exactly this amount')).toBeVisible()
  const amount = String(await visitor.getByText(/^0\.0000\d+$/).textContent())
  await expectAccessible(visitor)
  await visitor.getByLabel('Transaction hash').fill(hash)
  await visitor.getByRole('button', { name: 'Send proof' }).click()
  await expect(visitor.getByText('The company will look for your payment.')).toBeVisible()
  await visitor.close()

  await page.reload()
  const table = page.getByRole('table', { name: 'Wallet proofs' })
  await expect(table).toContainText('Payment to be confirmed')
  await table.getByRole('button', { name: 'Confirm deposit' }).click()
  await expect(dialog.getByLabel('Transaction hash')).toHaveValue(hash)
  await dialog.getByLabel('Amount received in ETH').fill(`${amount}1`)
  await dialog.getByLabel('Wallet it came from').fill(wallet)
  await dialog.getByRole('button', { name: 'Confirm deposit' }).click()
  await expect(dialog.getByText(`The test asks for exactly ${amount} ETH`).first()).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Amount received in ETH').fill(amount)
  await dialog.getByRole('button', { name: 'Confirm deposit' }).click()
  await expect(table).toContainText('Verified by payment')
})
