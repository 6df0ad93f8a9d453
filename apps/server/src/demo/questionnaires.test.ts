import {
  diffOf,
  flagsOf,
  progressOf,
  questionnaireForm,
  questions,
} from '@countersign/contracts/trust'
import { expect, test } from 'vitest'
import { demoQuestionnaires } from './questionnaires.ts'

const all = demoQuestionnaires(new Date('2026-11-21T12:00:00Z'))
const submitted = all.filter(({ versions }) => versions.length > 0)

test('[TF-09] the demo has five submitted questionnaires, each of them complete', () => {
  expect(submitted).toHaveLength(5)
  for (const { did, versions } of submitted)
    for (const { answers } of versions) expect(progressOf(questions, answers).open, did).toEqual([])
})

test('[TF-09] one has a second version that differs, one raises flags, and a draft is at 60 %', () => {
  const [first, second] = all.find(({ versions }) => versions.length === 2)?.versions ?? []
  const changes = diffOf(questionnaireForm.sections, first?.answers ?? {}, second?.answers ?? {})
  expect(changes.length).toBeGreaterThan(3)
  const flags = submitted.map(({ versions }) =>
    flagsOf(questionnaireForm.sections, versions[0]?.answers ?? {}),
  )
  expect(flags.filter(({ length }) => length > 0)).toHaveLength(1)
  const draft = progressOf(questions, all.find((one) => one.draft)?.draft ?? {})
  expect(Math.round((100 * draft.requiredComplete) / draft.required)).toBe(60)
})
