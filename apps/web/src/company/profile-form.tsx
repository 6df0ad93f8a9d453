import {
  fullAddress,
  isListField,
  ProfileChange,
  type ProfileField,
  presentationOf,
  type Vasp,
} from '@countersign/contracts/trust'
import { useQueryClient } from '@tanstack/react-query'
import { api, keyOf, refresh } from '../api/index.ts'
import { ContractForm, FormNotes, useContractForm } from '../form/index.ts'
import { userVaspListQuery } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Panel } from '../ui/page/panel.tsx'

/** Props of {@link SectionForm}. */
export interface SectionFormProps {
  title: string
  names: readonly ProfileField[]
  vasp: Vasp
  /** It was saved, or given up. */
  onClose: () => void
}

/** One section of the profile, to edit. A colleague's change in the meantime is a conflict, not lost. */
export function SectionForm({ title, names, vasp, onClose }: SectionFormProps) {
  const { did, version } = vasp
  const client = useQueryClient()
  const form = useContractForm(ProfileChange, {
    defaults: Object.fromEntries(names.map((name) => [name, textOf(vasp[name])])),
    places: Object.fromEntries(names.map((name) => [name, `fields.${name}`])),
    body: (texts) => {
      const changed = names.filter((name) => texts[name] !== textOf(vasp[name]))
      const values = changed.map((name) => [name, fieldValue(name, texts[name] ?? '')])
      return { did, version, fields: Object.fromEntries(values) }
    },
    send: (body) => api.vasp.update({ body }),
    // Read again: the answer of a change is what others see, without the company's own fields.
    invalidates: [keyOf(api.vasp.get, { did }), keyOf(api.vasp.profile, { did })],
    says: `${title} saved`,
    onSuccess: async () => {
      await refresh(client, keyOf(api.vasp.get, { did }), userVaspListQuery.queryKey)
      onClose()
    },
    draft: `the profile section ${title}`,
  })
  return (
    <ContractForm form={form} aria-label={`Edit ${title}`}>
      <Panel
        title={title}
        footer={
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" pending={form.isPending}>
              Save
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <FormNotes form={form} />
          {names.map((name) => {
            const { label, hint } = presentationOf(name)
            const Control = name === 'description' ? TextArea : TextField
            return (
              <Control
                key={name}
                label={label}
                hint={hint}
                optional={name !== 'name'}
                {...form.field(name)}
              />
            )
          })}
        </div>
      </Panel>
    </ContractForm>
  )
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : ''

function fieldValue(name: ProfileField, text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return null
  if (name === 'website') return fullAddress(trimmed)
  if (!isListField(name)) return trimmed
  return trimmed.split(',').flatMap((part) => part.trim() || [])
}
