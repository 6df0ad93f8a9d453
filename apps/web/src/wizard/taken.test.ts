import { expect, test } from 'vitest'
import { knownFields, stillTaken, take } from './taken.ts'
import { emptyWizard as empty } from './wizard.fixture.ts'

const asked = { externalId: 'lei-1', question: 'Aster' }
const given = { legalName: 'Aster Ltd', lei: 'lei-1', yearFounded: '2018' }

test('[TF-06] what a register gave is the register’s until somebody types over it', () => {
  const taken = { ...empty, ...take(empty, 'GLEIF', asked, given) }
  const [source] = taken.taken
  if (!source) throw new Error('Nothing was taken')
  expect(stillTaken(taken, source)).toEqual(given)
  const typed = { ...taken, legalName: 'Aster Limited' }
  // The year is nothing that the wizard asks for, so nobody can have typed over it.
  expect(stillTaken(typed, source)).toEqual({ lei: 'lei-1', yearFounded: '2018' })
  expect(knownFields(typed)).toMatchObject({ legalName: 'Aster Limited', yearFounded: '2018' })
})

test('[TF-06] another entry of the same register takes the place of the first', () => {
  const first = { ...empty, ...take(empty, 'GLEIF', asked, given) }
  const other = { externalId: 'lei-2', question: 'Briar' }
  const second = { ...first, ...take(first, 'GLEIF', other, { legalName: 'Briar Ltd' }) }
  expect(second.taken).toEqual([
    { registry: 'GLEIF', ...other, fields: { legalName: 'Briar Ltd' } },
  ])
})
