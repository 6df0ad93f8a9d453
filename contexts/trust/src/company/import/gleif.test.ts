import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '../../governance.fixture.ts'
import { aster, trustFixture } from '../../trust.fixture.ts'
import { leiOf, rejectedCsv, upload, work } from './import.fixture.ts'

let fixture: Awaited<ReturnType<typeof trustFixture>>
beforeAll(async () => {
  fixture = await trustFixture()
})
afterAll(() => fixture.close())

const imports = () => people(fixture).network().companyImport

/** Of each entity what the files say, by the names of the golden copy. */
const entity = (n: number, legalName: string, more: Record<string, string> = {}) => ({
  LEI: leiOf(n),
  'Entity.LegalName': legalName,
  'Entity.OtherEntityNames.OtherEntityName.1': `${legalName} Trading`,
  'Entity.LegalAddress.FirstAddressLine': 'Harbour Street 1',
  'Entity.LegalAddress.AdditionalAddressLine.1': 'Floor 2',
  'Entity.LegalAddress.AdditionalAddressLine.2': 'Door 3',
  'Entity.LegalAddress.City': 'Singapore',
  'Entity.LegalAddress.Country': 'SG',
  'Entity.LegalAddress.PostalCode': '018989',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': `2018${n}`,
  'Entity.LegalJurisdiction': 'SG',
  'Entity.LegalForm.EntityLegalFormCode': 'AVMC',
  'Entity.EntityStatus': 'ACTIVE',
  'Entity.EntityCreationDate': '2018-03-01T00:00:00Z',
  'Registration.RegistrationStatus': 'LAPSED',
  'Registration.NextRenewalDate': '2020-01-01T00:00:00Z',
  'Registration.ValidationSources': 'FULLY_CORROBORATED',
  ...more,
})
type Entity = ReturnType<typeof entity>

const csv = (entities: readonly Entity[]) =>
  [
    Object.keys(entities[0] ?? {}),
    ...entities.map((one) => Object.values(one).map((value) => `"${value}"`)),
  ].join('\r\n')

/** As GLEIF publishes JSON: one object for each part of a name, each text under `$`, one of several alone. */
const goldenJson = (entities: readonly Entity[]) =>
  JSON.stringify({
    records: entities.map((one) => ({
      LEI: { $: one.LEI },
      Entity: {
        LegalName: { '@xml:lang': 'en', $: one['Entity.LegalName'] },
        OtherEntityNames: {
          OtherEntityName: { $: one['Entity.OtherEntityNames.OtherEntityName.1'] },
        },
        LegalAddress: {
          FirstAddressLine: { $: 'Harbour Street 1' },
          AdditionalAddressLine: [{ $: 'Floor 2' }, { $: 'Door 3' }],
          ...{ City: { $: 'Singapore' }, Country: { $: 'SG' }, PostalCode: { $: '018989' } },
        },
        RegistrationAuthority: {
          RegistrationAuthorityEntityID: {
            $: one['Entity.RegistrationAuthority.RegistrationAuthorityEntityID'],
          },
        },
        LegalJurisdiction: { $: 'SG' },
        LegalForm: { EntityLegalFormCode: { $: 'AVMC' } },
        EntityStatus: { $: one['Entity.EntityStatus'] },
        EntityCreationDate: { $: '2018-03-01T00:00:00Z' },
      },
      Registration: {
        RegistrationStatus: { $: one['Registration.RegistrationStatus'] },
        NextRenewalDate: { $: '2020-01-01T00:00:00Z' },
        ValidationSources: { $: 'FULLY_CORROBORATED' },
      },
    })),
  })

/** As the API answers. */
const apiJson = (entities: readonly Entity[]) =>
  JSON.stringify({
    data: entities.map((one) => ({
      ...{ type: 'lei-records', id: one.LEI },
      attributes: {
        lei: one.LEI,
        entity: {
          legalName: { name: one['Entity.LegalName'], language: 'en' },
          otherNames: [{ name: one['Entity.OtherEntityNames.OtherEntityName.1'] }],
          legalAddress: {
            addressLines: ['Harbour Street 1', 'Floor 2', 'Door 3'],
            ...{ city: 'Singapore', region: null, country: 'SG', postalCode: '018989' },
          },
          registeredAs: one['Entity.RegistrationAuthority.RegistrationAuthorityEntityID'],
          ...{ jurisdiction: 'SG', legalForm: { id: 'AVMC' }, status: one['Entity.EntityStatus'] },
          creationDate: '2018-03-01T00:00:00Z',
        },
        registration: {
          status: one['Registration.RegistrationStatus'],
          nextRenewalDate: '2020-01-01T00:00:00Z',
          corroborationLevel: 'FULLY_CORROBORATED',
        },
      },
    })),
  })

test.each([
  ['CSV of the golden copy', 1, csv],
  ['JSON of the golden copy', 2, goldenJson],
  ['JSON of the API', 3, apiJson],
])('[TF-06] %s becomes companies for whose facts GLEIF stands', async (_, n, written) => {
  const names = ['Quay', 'Inactive', 'Merged', 'Wrong'].map((name) => `${name} Harbour ${n} Ltd`)
  const [quay = '', inactive = '', merged = '', wrong = ''] = names
  const { status, body } = await upload(
    fixture,
    written([
      entity(100 * n, quay),
      entity(100 * n + 1, inactive, { 'Entity.EntityStatus': 'INACTIVE' }),
      entity(100 * n + 2, merged, { 'Registration.RegistrationStatus': 'MERGED' }),
      entity(100 * n + 3, wrong, { LEI: `${leiOf(100 * n + 3).slice(0, 18)}00` }),
    ]),
    'lei.csv',
  )
  expect(status).toBe(200)
  expect(body).toMatchObject({ format: 'gleif', counts: { total: 4, ready: 1, rejected: 3 } })
  const importId = String(body.id)
  const { lines: before } = await imports().lines({ importId })
  expect(before.map(({ problems }) => problems.map(({ reason }) => reason))).toEqual([
    [],
    ['The entity is inactive at GLEIF'],
    ['The LEI is merged at GLEIF'],
    ['This is not a valid LEI (20 characters, wrong check digits)'],
  ])
  const rejected = await rejectedCsv(fixture, importId)
  for (const name of [inactive, merged, wrong]) expect(rejected).toContain(name)
  expect(rejected).not.toContain(quay)
  await imports().confirm({ importId, body: {} })
  await work(fixture)
  const { lines } = await imports().lines({ importId, query: { state: 'imported' } })
  const did = lines[0]?.did ?? ''
  const said = {
    ...{ legalName: quay, lei: leiOf(100 * n), otherNames: [`${quay} Trading`] },
    ...{ addressLine1: 'Harbour Street 1', addressLine2: 'Floor 2, Door 3', city: 'Singapore' },
    ...{ country: 'SG', postCode: '018989', businessNumber: `2018${100 * n}` },
    ...{ incorporationCountry: 'SG', legalStructure: 'AVMC', yearFounded: '2018' },
  }
  const vasp = await people(fixture).viewerOf(aster).vasp.get({ did })
  expect(vasp).toMatchObject({
    ...{ ...said, name: quay, hasAdmin: false, regulatoryStatus: null },
    registers: [{ registry: 'GLEIF', externalId: leiOf(100 * n), proof: 'network' }],
  })
  for (const field of Object.keys(said)) expect(vasp.issuers[field]?.issuerDid).toBe('GLEIF')
  expect(vasp.issuers.name?.issuerDid).toBe('network')
})
