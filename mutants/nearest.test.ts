import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, nearestTests } from './nearest.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('contexts/trust/src/**/*.ts', { cwd: root })

test('[OPS] a rule is tried by the tests of the operations that use it, in whatever folder', () => {
  const tree = { files, imports: importsOf(files, root), root }
  expect(nearestTests('contexts/trust/src/audience.rules.ts', tree, 8)).toEqual(
    expect.arrayContaining([
      'contexts/trust/src/company/company.test.ts',
      'contexts/trust/src/document-request/request.test.ts',
    ]),
  )
})
