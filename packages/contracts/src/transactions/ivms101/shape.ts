/** What a field may hold. The table below is the whole shape of IVMS101; `read.ts` walks it. */
export type Shape =
  | { kind: 'text'; max: number; anyScript?: boolean }
  | { kind: 'code'; codes: readonly string[]; lower?: boolean }
  | { kind: 'country' | 'date' | 'integer' }
  | { kind: 'list'; of: Shape; max: number }
  | { kind: 'object'; fields: Record<string, Field>; oneOf?: true }

export interface Field {
  of: Shape
  required?: true
  /** The name in 2020 and V1. */
  old?: string
  /** Another spelling in use, in any version. */
  also?: string
  /** 2020 and V1 have a list of these; their lists are joined. */
  join?: true
  /** 2020 and V1 wrap the value in an object with the same single key. */
  wrapped?: true
}

const text = (max: number): Shape => ({ kind: 'text', max })
const code = (codes: string): Shape => ({ kind: 'code', codes: codes.split(' ') })
const list = (of: Shape, max: number): Shape => ({ kind: 'list', of, max })
const object = (fields: Record<string, Field>): Shape => ({ kind: 'object', fields })
const country: Field = { of: { kind: 'country' } }

const naturalNameType = code('ALIA BIRT MAID LEGL MISC')
const naturalName = (type: Field & { name: string }, anyScript: boolean) =>
  list(
    object({
      primaryIdentifier: { of: { kind: 'text', max: 100, anyScript }, required: true },
      secondaryIdentifier: { of: { kind: 'text', max: 100, anyScript } },
      [type.name]: type,
    }),
    8,
  )
const localNaturalName = naturalName(
  { name: 'nameIdentifierType', of: naturalNameType, required: true },
  true,
)
const legalName = (anyScript: boolean) =>
  list(
    object({
      legalPersonName: { of: { kind: 'text', max: 100, anyScript }, required: true },
      legalPersonNameIdentifierType: { of: code('LEGL SHRT TRAD'), required: true },
    }),
    8,
  )

const address = object({
  addressType: { of: code('HOME BIZZ GEOG'), required: true },
  department: { of: text(50) },
  subDepartment: { of: text(70) },
  streetName: { of: text(70) },
  buildingNumber: { of: text(16) },
  buildingName: { of: text(35) },
  floor: { of: text(70) },
  postBox: { of: text(16) },
  room: { of: text(70) },
  postcode: { of: text(16), also: 'postCode' },
  townName: { of: text(35) },
  townLocationName: { of: text(35) },
  districtName: { of: text(35) },
  countrySubDivision: { of: text(35) },
  addressLine: { of: list(text(70), 7) },
  country: { ...country, required: true },
})

const identification = object({
  nationalIdentifier: { of: text(35), required: true },
  nationalIdentifierType: {
    of: code('ARNU CCPT RAID DRLC FIIN TXID SOCS IDCD LEIX MISC'),
    required: true,
  },
  countryOfIssue: country,
  registrationAuthority: { of: text(35) },
})

const naturalPerson = object({
  name: {
    required: true,
    join: true,
    of: object({
      nameIdentifier: {
        required: true,
        of: naturalName(
          {
            name: 'naturalPersonNameIdentifierType',
            of: naturalNameType,
            required: true,
            old: 'nameIdentifierType',
          },
          false,
        ),
      },
      localNameIdentifier: { of: localNaturalName },
      phoneticNameIdentifier: { of: localNaturalName },
    }),
  },
  geographicAddress: { of: list(address, 8) },
  nationalIdentification: { of: identification },
  customerIdentification: { of: text(50) },
  dateAndPlaceOfBirth: {
    of: object({
      dateOfBirth: { of: { kind: 'date' }, required: true },
      placeOfBirth: { of: text(70), required: true },
    }),
  },
  countryOfResidence: country,
})

const legalPerson = object({
  name: {
    required: true,
    of: object({
      nameIdentifier: { of: legalName(false), required: true },
      localNameIdentifier: { of: legalName(true) },
      phoneticNameIdentifier: { of: legalName(true) },
    }),
  },
  geographicAddress: { of: list(address, 8) },
  nationalIdentification: { of: identification },
  customerIdentification: { of: text(50), old: 'customerNumber' },
  countryOfRegistration: country,
})

const persons = { naturalPerson: { of: naturalPerson }, legalPerson: { of: legalPerson } }
const person: Shape = { kind: 'object', oneOf: true, fields: persons }
const accountNumber: Field = { of: list(text(512), 8) }
/** The text of 2023 puts account numbers into each person; `read.ts` lifts them into the party. */
const holder: Shape = { kind: 'object', oneOf: true, fields: { ...persons, accountNumber } }

/** The whole payload. */
export const payloadShape = object({
  originator: {
    of: object({
      originatorPerson: { of: list(holder, 8), required: true, old: 'originatorPersons' },
      accountNumber,
    }),
  },
  beneficiary: {
    of: object({
      beneficiaryPerson: { of: list(holder, 8), required: true, old: 'beneficiaryPersons' },
      accountNumber,
    }),
  },
  originatingVASP: { of: person, wrapped: true },
  beneficiaryVASP: { of: person, wrapped: true },
  transferPath: {
    of: object({
      transferPath: {
        required: true,
        of: list(
          object({
            intermediaryVASP: { of: person, required: true, wrapped: true },
            sequence: { of: { kind: 'integer' }, required: true },
          }),
          8,
        ),
      },
    }),
  },
  payloadMetadata: {
    of: object({
      payloadVersion: { of: code('101 101.2023'), required: true },
      transliterationMethod: {
        of: list(
          {
            kind: 'code',
            lower: true,
            codes: 'arab aran armn cyrl deva geor grek hani hebr kana kore thai othr'.split(' '),
          },
          13,
        ),
      },
    }),
  },
})
