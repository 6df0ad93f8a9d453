import { randomUUID } from 'node:crypto'
import type { Call } from './desk.ts'

/** What creates a transfer with 40 fields of personal data. */
export const draftOf = (from: string, to: string) => ({
  originatorVASPdid: from,
  beneficiaryVASPdid: to,
  transactionRef: randomUUID(),
  transactionAsset: 'ETH',
  amount: '1.5',
  network: 'ethereum',
  transactionBlockchainInfo: { destination: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
  ivms101,
})

/** A transfer with 40 fields of personal data from one of the companies to the next, until it is accepted. */
export async function transferOf(
  companies: readonly string[],
  call: Call,
  n: number,
): Promise<void> {
  const from = companies[n % companies.length] ?? ''
  const to = companies[(n + 1) % companies.length] ?? ''
  const { id } = await call(from, 'POST', '/tx/create', draftOf(from, to))
  await call(from, 'POST', `/tx/approve?id=${id}`)
  await call(to, 'POST', `/tx/confirm?id=${id}`)
  const { status } = await call(to, 'POST', `/tx/accept?id=${id}`, {})
  if (status !== 'ACCEPTED') throw new Error(`The transfer ended as ${status}`)
}

const person = (name: string, side: string) => ({
  naturalPerson: {
    name: {
      nameIdentifier: [
        {
          primaryIdentifier: `Quillbottom ${side}`,
          secondaryIdentifier: name,
          naturalPersonNameIdentifierType: 'LEGL',
        },
      ],
    },
    geographicAddress: [
      {
        addressType: 'HOME',
        ...{ streetName: 'Keppel Road', buildingNumber: '12', buildingName: 'Harbour House' },
        ...{ floor: '7', postBox: '1204', room: '7B', postcode: '089057', townName: 'Singapore' },
        ...{ districtName: 'Tanjong Pagar', countrySubDivision: 'Central', country: 'SG' },
      },
    ],
    nationalIdentification: {
      nationalIdentifier: 'S1234567D',
      nationalIdentifierType: 'CCPT',
      countryOfIssue: 'SG',
    },
    customerIdentification: `K-${side}`,
    dateAndPlaceOfBirth: { dateOfBirth: '1980-05-17', placeOfBirth: 'Singapore' },
    countryOfResidence: 'SG',
  },
})
/** Its personal data. */
export const ivms101 = {
  originator: {
    originatorPerson: [person('Zephyrine', 'A')],
    accountNumber: ['0x52908400098527886E0F7030069857D2E4169EE7'],
  },
  beneficiary: {
    beneficiaryPerson: [person('Ambrosius', 'B')],
    accountNumber: ['0x8617E340B3D01FA5F11F306F4090FD50E238070D'],
  },
  payloadMetadata: { payloadVersion: '101.2023' },
}
