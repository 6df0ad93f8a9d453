import type { CompanyImport, ImportDuplicate, ImportLine } from '@countersign/contracts/trust'
import { numberText } from '../ui/language.ts'
import { Badge, type BadgeTone } from '../ui/value/badge.tsx'

const states: Readonly<Record<CompanyImport['state'], readonly [BadgeTone, string]>> = {
  preview: ['warning', 'Preview'],
  running: ['info', 'Importing'],
  finished: ['success', 'Finished'],
  cancelled: ['neutral', 'Cancelled'],
  undoing: ['info', 'Undoing'],
  undone: ['neutral', 'Undone'],
}

const lineStates: Readonly<Record<ImportLine['state'], readonly [BadgeTone, string]>> = {
  ready: ['info', 'Ready'],
  duplicate: ['warning', 'Duplicate'],
  rejected: ['danger', 'Rejected'],
  imported: ['success', 'Imported'],
  skipped: ['warning', 'Skipped'],
  undone: ['neutral', 'Undone'],
  kept: ['success', 'Kept'],
}

/** How far an import is, in a word. */
export function ImportBadge({ state }: Pick<CompanyImport, 'state'>) {
  const [tone, word] = states[state]
  return <Badge tone={tone}>{word}</Badge>
}

/** What became of a line, in a word. */
export function ImportLineBadge({ state }: Pick<ImportLine, 'state'>) {
  const [tone, word] = lineStates[state]
  return <Badge tone={tone}>{word}</Badge>
}

/** What a state of lines is called. */
export const lineStateWord = (state: ImportLine['state']): string => lineStates[state][1]

/** What two records of one company share. */
export const duplicateWords: Readonly<Record<ImportDuplicate['by'], string>> = {
  lei: 'Same LEI',
  name: 'Same name',
  domain: 'Same domain',
}

/** So many companies, in words. */
export const companies = (n: number): string =>
  n === 1 ? '1 company' : `${numberText(n)} companies`
