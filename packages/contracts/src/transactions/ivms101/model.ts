/** An IVMS101 payload in the form we store: the names of 2023, VASPs not wrapped twice, account numbers in the party. */
export interface Ivms101 {
  originator?: { originatorPerson: Ivms101Person[]; accountNumber?: string[] }
  beneficiary?: { beneficiaryPerson: Ivms101Person[]; accountNumber?: string[] }
  originatingVASP?: Ivms101Person
  beneficiaryVASP?: Ivms101Person
  transferPath?: { transferPath: { intermediaryVASP: Ivms101Person; sequence: number }[] }
  payloadMetadata?: { payloadVersion: '101.2023'; transliterationMethod?: string[] }
}

/** Exactly one of the two. */
export interface Ivms101Person {
  naturalPerson?: Ivms101NaturalPerson
  legalPerson?: Ivms101LegalPerson
}

export interface Ivms101NaturalPerson {
  name: {
    nameIdentifier: {
      primaryIdentifier: string
      secondaryIdentifier?: string
      naturalPersonNameIdentifierType: string
    }[]
    localNameIdentifier?: LocalName[]
    phoneticNameIdentifier?: LocalName[]
  }
  geographicAddress?: Ivms101Address[]
  nationalIdentification?: Ivms101Identification
  customerIdentification?: string
  dateAndPlaceOfBirth?: { dateOfBirth: string; placeOfBirth: string }
  countryOfResidence?: string
}

interface LocalName {
  primaryIdentifier: string
  secondaryIdentifier?: string
  nameIdentifierType: string
}

export interface Ivms101LegalPerson {
  name: {
    nameIdentifier: LegalName[]
    localNameIdentifier?: LegalName[]
    phoneticNameIdentifier?: LegalName[]
  }
  geographicAddress?: Ivms101Address[]
  nationalIdentification?: Ivms101Identification
  customerIdentification?: string
  countryOfRegistration?: string
}

interface LegalName {
  legalPersonName: string
  legalPersonNameIdentifierType: string
}

export interface Ivms101Address {
  addressType: string
  country: string
  townName?: string
  addressLine?: string[]
  streetName?: string
  buildingNumber?: string
  buildingName?: string
  [part: string]: string | string[] | undefined
}

export interface Ivms101Identification {
  nationalIdentifier: string
  nationalIdentifierType: string
  countryOfIssue?: string
  registrationAuthority?: string
}

/** A fault. `pointer` is an RFC 6901 pointer to the field as the sender spelt it. */
export interface Ivms101Issue {
  pointer: string
  rule: string
  msg: string
  severity: 'error' | 'warning'
}

/** A pointer's next step, with `~` and `/` escaped. */
export const step = (pointer: string, key: string | number) =>
  typeof key === 'number' || !/[~/]/.test(key)
    ? `${pointer}/${key}`
    : `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
