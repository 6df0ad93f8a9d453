import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf } from './imports.ts'
import { nearestTests } from './nearest.ts'

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

test('[OPS] a module behind an index, a package or a fixture is tried by the tests that reach it so', () => {
  const all = globSync('{contexts,packages}/*/src/**/*.ts', { cwd: root })
  const tree = { files: all, imports: importsOf(all, root), root }
  expect(nearestTests('contexts/webhooks/src/engine/fair/fairness.ts', tree, 8)).toEqual(
    expect.arrayContaining([
      'contexts/webhooks/src/engine/fair/fairness.test.ts',
      'contexts/webhooks/src/engine/delivery.test.ts',
    ]),
  )
  expect(nearestTests('packages/kit/src/vault.ts', tree, 99)).toContain(
    'contexts/transactions/src/rewrap.test.ts',
  )
})

test('[OPS] a module whose name few tests of its context say is tried by those first', () => {
  const tree = { files, imports: importsOf(files, root), root }
  expect(nearestTests('contexts/trust/src/document/annex.store.ts', tree, 10)).toContain(
    'contexts/trust/src/questionnaire/file.test.ts',
  )
})

test('[OPS] what a worker does is tried by the tests that call the worker through the API', () => {
  const all = globSync('contexts/webhooks/src/**/*.ts', { cwd: root })
  const tree = { files: all, imports: importsOf(all, root), root }
  expect(nearestTests('contexts/webhooks/src/task/recover.store.ts', tree, 10)).toContain(
    'contexts/webhooks/src/newer-operations.test.ts',
  )
})
