/** What somebody has entered about one customer. */
export interface Party {
  kind: 'person' | 'company'
  firstName: string
  lastName: string
  street: string
  number: string
  town: string
  country: string
  birthDate: string
  birthPlace: string
  customerId: string
}

/** A customer of whom nothing is entered yet. */
export const nobody: Party = {
  kind: 'person',
  firstName: '',
  lastName: '',
  street: '',
  number: '',
  town: '',
  country: '',
  birthDate: '',
  birthPlace: '',
  customerId: '',
}

/** A customer in IVMS101, with what was entered; nothing where there is no name. */
export function personOf(party: Party): object | undefined {
  const lastName = party.lastName.trim()
  if (!lastName) return undefined
  const { street, number, town, country, birthDate, birthPlace, customerId } = party
  const isPerson = party.kind === 'person'
  const details = {
    ...(street &&
      country && { geographicAddress: [addressOf(isPerson, { street, number, town, country })] }),
    ...(customerId && { customerIdentification: customerId }),
  }
  if (!isPerson)
    return {
      legalPerson: {
        name: {
          nameIdentifier: [{ legalPersonName: lastName, legalPersonNameIdentifierType: 'LEGL' }],
        },
        ...details,
      },
    }
  return {
    naturalPerson: {
      name: {
        nameIdentifier: [
          {
            primaryIdentifier: lastName,
            ...(party.firstName.trim() && { secondaryIdentifier: party.firstName.trim() }),
            naturalPersonNameIdentifierType: 'LEGL',
          },
        ],
      },
      ...details,
      ...(birthDate &&
        birthPlace && {
          dateAndPlaceOfBirth: { dateOfBirth: birthDate, placeOfBirth: birthPlace },
        }),
    },
  }
}

const addressOf = (
  isPerson: boolean,
  { street, number, town, country }: Pick<Party, 'street' | 'number' | 'town' | 'country'>,
) => ({
  addressType: isPerson ? 'HOME' : 'GEOG',
  ...(number ? { streetName: street, buildingNumber: number } : { addressLine: [street] }),
  ...(town && { townName: town }),
  country: country.trim().toUpperCase(),
})
