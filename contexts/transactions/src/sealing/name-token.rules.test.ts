import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameForm, nameHash, namesOf, nameToken } from './name-token.rules.ts'

const { nameHash: vectors }: { nameHash: { cases: { name: string; hash: string }[] } } = JSON.parse(
  readFileSync(new URL('../rule/names.vectors.json', import.meta.url), 'utf8'),
)

test.each(vectors.cases)('[TX-04] the TAIP-12 hash of “$name”', ({ name, hash }) => {
  expect(nameHash(name)).toBe(hash)
})

test('[TX-04] case and white space do not matter, all else does', () => {
  expect(nameForm(' élodie \t de\u00a0la\u3000Tour\n')).toBe('ÉLODIEDELATOUR')
  expect(nameForm('O’Neil-Smith')).toBe('O’NEIL-SMITH')
})

test('[TX-04] a token depends on the company’s key', () => {
  const [mine, theirs] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  expect(nameToken(mine, 'Alice Lee')).toEqual(nameToken(mine, 'ALICE  lee'))
  expect(nameToken(mine, 'Alice Lee')).not.toEqual(nameToken(theirs, 'Alice Lee'))
  expect(Buffer.from(nameToken(mine, 'Alice Lee')).toString('hex')).toBe(
    '2c12cbaacbb66c8f8b37148dbdc79e532df56aeae6f31b71f93e0c4630cc5c32',
  )
  expect(() => nameToken(Buffer.alloc(31), 'Alice Lee')).toThrow('32 bytes')
})

const naturalName = (primary: string, secondary: string | undefined, type: string) => ({
  primaryIdentifier: primary,
  ...(secondary === undefined ? {} : { secondaryIdentifier: secondary }),
  naturalPersonNameIdentifierType: type,
})

test('[TX-04] a part is found by its customers’ names in both orders, and by no company’s that sends it', () => {
  const company = (name: string, type = 'LEGL') => ({
    legalPerson: {
      name: { nameIdentifier: [{ legalPersonName: name, legalPersonNameIdentifierType: type }] },
    },
  })
  const tree = {
    originator: {
      originatorPerson: [
        {
          naturalPerson: {
            name: {
              nameIdentifier: [
                naturalName('Lee', 'Alice', 'LEGL'),
                naturalName('Plato', undefined, 'ALIA'),
                naturalName('Smith', 'Alice', 'MAID'),
                naturalName(' ', undefined, 'BIRT'),
              ],
            },
            dateAndPlaceOfBirth: { dateOfBirth: '1980-02-29', placeOfBirth: 'Bern' },
          },
        },
      ],
      accountNumber: ['1'],
    },
    beneficiary: { beneficiaryPerson: [company('Elm AG'), company('Elm', 'SHRT')] },
    originatingVASP: company('Exchange Ltd'),
  }
  expect(namesOf({ part: 'ORIGINATOR', tree }).map(nameForm)).toEqual([
    'ALICELEE',
    'LEEALICE',
    'PLATO',
    'PLATO',
    'ELMAG',
  ])
  expect(namesOf({ part: 'BENEFICIARY', tree: {} })).toEqual([])
  expect(namesOf({ part: 'COMMENTS', tree })).toEqual([])
})
