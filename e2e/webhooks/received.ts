import { createHash } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect } from '../kit.ts'

/** Their DIDs. */
export const kestrelBay = 'did:ethr:0xf8431e25b6c2a84fdbd4123bed4472cd2c28d0d0'
export const granitequay = 'did:ethr:0x6fd29592f9344ab5027fbac3a7ea025729332a22'
/** What the journeys' own calls say of themselves. */
export const headers = { 'X-User-Agent': 'e2e' }

/** Sends transfers to Kestrel Bay from Granitequay, all to one address that nothing else uses. */
export async function receive(page: Page, amounts: readonly string[]): Promise<string> {
  const destination = `0x${createHash('sha256').update(`${Math.random()}`).digest('hex').slice(0, 40)}`
  const person = (primaryIdentifier: string) => ({
    naturalPerson: {
      name: {
        nameIdentifier: [{ primaryIdentifier, naturalPersonNameIdentifierType: 'LEGL' }],
      },
      geographicAddress: [
        {
          addressType: 'HOME',
          streetName: 'Quay',
          buildingNumber: '1',
          townName: 'Boston',
          country: 'US',
        },
      ],
      customerIdentification: 'GQ-1',
      dateAndPlaceOfBirth: { dateOfBirth: '1980-01-01', placeOfBirth: 'Boston' },
    },
  })
  await Promise.all(
    amounts.map(async (amount) => {
      const made = await page.request.post('/api/tx/create', {
        headers,
        data: {
          vaspDID: granitequay,
          originatorVASPdid: granitequay,
          beneficiaryVASPdid: kestrelBay,
          transactionAsset: 'ETH',
          network: 'ethereum',
          amount,
          transactionBlockchainInfo: { destination, origin: destination },
          ivms101: {
            originator: { originatorPerson: [person('Reed')], accountNumber: [destination] },
            beneficiary: { beneficiaryPerson: [person('Tan')], accountNumber: [destination] },
            payloadMetadata: { payloadVersion: '101.2023' },
          },
        },
      })
      expect(await made.json()).toMatchObject({ status: 'NEW' })
      const { id } = (await made.json()) as { id: string }
      const sent = await page.request.post('/api/tx/approve', {
        headers,
        params: { vaspDID: granitequay, id },
      })
      expect(await sent.json()).toMatchObject({ status: 'SENT' })
    }),
  )
  return destination
}

/** How the transfers to an address stand at the server, sorted, with the number of their changes. */
export async function stand(page: Page, destination: string): Promise<string[]> {
  const found = await page.request.get('/api/tx/query', {
    headers,
    params: { vaspDID: kestrelBay, destination },
  })
  const { transactions } = (await found.json()) as {
    transactions: { status: string; version: number }[]
  }
  return transactions.map(({ status, version }) => `${status} ${version}`).sort()
}
