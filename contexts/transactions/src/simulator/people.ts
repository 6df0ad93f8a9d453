import type { SimulatedSend } from '@countersign/contracts/transactions'

const person = (last: string, first: string, country: string) => ({
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
        streetName: 'Rehearsal Road',
        buildingNumber: '7',
        townName: 'Bayfront',
        country,
      },
    ],
    nationalIdentification: {
      nationalIdentifier: 'X0000007',
      nationalIdentifierType: 'CCPT',
      countryOfIssue: country,
    },
    customerIdentification: 'SIM-7',
    dateAndPlaceOfBirth: { dateOfBirth: '1986-02-11', placeOfBirth: 'Bayfront' },
  },
})

/** Personal data of people who don't exist, with everything that any law asks for. */
export const inventedData = (destination: string, scenario: SimulatedSend) => ({
  originator: {
    originatorPerson: [person('Sample', 'Sandra', 'SG')],
    accountNumber: ['simulator-7'],
  },
  beneficiary: {
    beneficiaryPerson: [
      scenario === 'WRONG_NAME'
        ? person('Nobody', 'Norbert', 'SG')
        : person('Receiver', 'Robin', 'SG'),
    ],
    accountNumber: [destination],
  },
  payloadMetadata: { payloadVersion: '101.2023' },
})
