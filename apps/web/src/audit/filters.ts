import type { Filter } from '../ui/list/filters.ts'
import type { AuditSearch } from './search.ts'
import { actionGroups } from './words.ts'

/** What and who and when. */
export const auditFilters: Filter<AuditSearch>[] = [
  {
    key: 'action',
    label: 'About',
    labelled: true,
    any: 'Everything',
    options: Object.entries(actionGroups).map(([value, label]) => ({ value, label })),
  },
  {
    key: 'actor',
    label: 'Who',
    chip: 'Who:',
    labelled: true,
    placeholder: 'DID or client:…',
    maxLength: 256,
    mono: true,
    whole: true,
  },
  {
    key: 'object',
    label: 'Object',
    chip: 'Object:',
    labelled: true,
    placeholder: 'ID',
    maxLength: 256,
    mono: true,
    whole: true,
  },
  { key: 'from', label: 'From', chip: 'From', labelled: true, day: true },
  { key: 'to', label: 'Until', chip: 'Until', labelled: true, day: true },
]
