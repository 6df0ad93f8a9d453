import type { EventTypeOut } from '@countersign/contracts/webhooks'
import { useState } from 'react'
import { SelectField } from '../../ui/form/select-field.tsx'
import { t } from '../../ui/language.ts'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { CodeBlock } from '../../ui/value/code-block.tsx'
import { useServiceOperation } from '../service.tsx'
import { type Field, fieldsOf } from './fields.rules.ts'

/** What an event carries: its fields and an example, by version. */
export function Schema({ type }: { type: EventTypeOut }) {
  const versions = Object.keys(type.schemas ?? {}).toSorted((a, b) => Number(b) - Number(a))
  const [version, setVersion] = useState(versions[0] ?? '')
  const schema = type.schemas?.[version]
  const example = useServiceOperation(
    (service) => service.eventType.generateExample,
    { body: { schema: schema ?? {} } },
    { enabled: schema !== undefined },
  )
  if (!schema) return <p className="text-sm text-muted">{t('Its payload isn’t described.')}</p>
  return (
    <>
      {versions.length > 1 && (
        <SelectField
          label={t('Version')}
          className="w-32"
          options={versions.map((value) => ({ value, label: value }))}
          value={version}
          onChange={({ target }) => setVersion(target.value)}
        />
      )}
      <DataTable
        caption={t('Fields of {name}', { name: type.name })}
        columns={columnsOf()}
        rows={fieldsOf(schema)}
        keyOf={({ path }) => path}
        empty={<p className="p-4 text-muted">{t('No fields of its own')}</p>}
      />
      {example.data && (
        <CodeBlock label={t('Example')} code={JSON.stringify(example.data.example, null, 2)} wrap />
      )}
    </>
  )
}

const columnsOf = (): Column<Field>[] => [
  {
    id: 'path',
    header: t('Field'),
    cell: ({ path }) => <span className="font-mono text-xs wrap-anywhere">{path}</span>,
  },
  { id: 'type', header: t('Type'), cell: ({ type }) => type },
  {
    id: 'required',
    header: t('Required'),
    cell: ({ required }) => (required ? t('Yes') : t('No')),
  },
  { id: 'description', header: t('Description'), cell: ({ description }) => description || '–' },
]
