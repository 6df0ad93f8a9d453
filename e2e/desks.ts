import type { Page } from '@playwright/test'
import { expect } from './kit.ts'
import { granitequay, headers, kestrelBay } from './webhooks/received.ts'

/** The admin of Kestrel Bay, and a second compliance officer. */
export const [marcus, hana] = [
  'marcus.lim@kestrelbay.example',
  'hana.suzuki@kestrelbay.example',
] as const

/** Changes the company that the page works for, by the palette. */
export async function workFor(page: Page, company: string): Promise<void> {
  // With its rows the page has its keys.
  await expect(page.locator('[data-row]').first()).toBeVisible()
  await page.keyboard.press('Meta+k')
  // The companies that are found move the options when they come, under the pointer if need be.
  const found = page.waitForResponse(
    (answer) =>
      new URL(answer.url()).searchParams.get('q')?.toLowerCase() === company.toLowerCase(),
  )
  await page.getByRole('dialog').getByRole('combobox').fill(company)
  await found
  await page.getByRole('option', { name: `Switch to ${company}` }).click()
  await expect(page).toHaveTitle(new RegExp(company))
}

/** A call of the page’s own session. @returns the answer's body */
export async function call(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  data?: object,
): Promise<Record<string, unknown>> {
  const answer = await page.request.fetch(`/api${path}`, { method, headers, data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

const [origin, wallet] = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
]

const person = (first: string, last: string) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        {
          primaryIdentifier: last,
          secondaryIdentifier: first,
          naturalPersonNameIdentifierType: 'LEGL',
        },
      ],
    },
    geographicAddress: [
      {
        addressType: 'HOME',
        streetName: 'Harbour Lane',
        buildingNumber: '12',
        townName: 'Singapore',
        country: 'SG',
      },
    ],
    customerIdentification: `K-${last}`,
    dateAndPlaceOfBirth: { dateOfBirth: '1988-04-09', placeOfBirth: 'Enugu' },
  },
})

/** Creates a transfer from Kestrel Bay. @returns its id */
export async function create(page: Page, amount: string, to: string = granitequay) {
  const made = await call(page, 'POST', '/tx/create', {
    vaspDID: kestrelBay,
    originatorVASPdid: kestrelBay,
    beneficiaryVASPdid: to,
    transactionAsset: 'ETH',
    network: 'ethereum',
    amount,
    transactionBlockchainInfo: { destination: wallet, origin },
    ivms101: {
      originator: { originatorPerson: [person('Amara', 'Okafor')], accountNumber: [origin] },
      beneficiary: { beneficiaryPerson: [person('Elsa', 'Lindqvist')], accountNumber: [wallet] },
      payloadMetadata: { payloadVersion: '101.2023' },
    },
  })
  return String(made.id)
}

/** Reports a deposit at Granitequay that came from Kestrel Bay without a message. @returns its id */
export async function reportDeposit(page: Page, amount: string, txHash: string) {
  const made = await call(page, 'POST', '/tx/notify', {
    vaspDID: granitequay,
    originatorVASPdid: kestrelBay,
    transactionAsset: 'ETH',
    network: 'ethereum',
    amount,
    destination: wallet,
    txHash,
  })
  return String(made.id)
}
