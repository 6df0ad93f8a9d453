import {
  fullAddress,
  isListField,
  type Profile,
  type ProfileField,
  ProfileUpdate,
  presentationOf,
  type Vasp,
} from '@countersign/contracts/trust'
import { type FormEvent, useState } from 'react'
import * as z from 'zod/mini'
import { refusedFields } from '../api/index.ts'
import { useDraft } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { DraftOffer } from '../ui/form/draft-offer.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Failure } from '../ui/page/failure.tsx'
import { Panel } from '../ui/page/panel.tsx'

/** Props of {@link SectionForm}. */
export interface SectionFormProps {
  title: string
  names: readonly ProfileField[]
  vasp: Vasp
  pending: boolean
  failure: Error | null
  onSave: (fields: Profile) => void
  onCancel: () => void
}

/** One section of the profile, to edit. What is typed stays when the server refuses it. */
export function SectionForm(props: SectionFormProps) {
  const { title, names, vasp, pending, failure, onSave, onCancel } = props
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(names.map((name) => [name, textOf(vasp[name])])),
  )
  const changed = names.some((name) => texts[name] !== textOf(vasp[name]))
  const draft = useDraft(`the profile section ${title}`, changed ? texts : undefined, (kept) =>
    setTexts((before) =>
      Object.fromEntries(names.map((name) => [name, kept[name] ?? before[name] ?? ''])),
    ),
  )
  const [errors, setErrors] = useState<Record<string, string>>({})
  const shown = { ...refusedFields(failure, 2), ...errors }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const fields = Object.fromEntries(
      names
        .filter((name) => texts[name] !== textOf(vasp[name]))
        .map((name) => [name, fieldValue(name, texts[name] ?? '')]),
    )
    const checked = z.safeParse(ProfileUpdate, fields)
    const wrong = Object.fromEntries(
      checked.error?.issues.map((issue) => [String(issue.path[0]), issue.message]) ?? [],
    )
    if (fields.name === null) wrong.name = 'Enter a name'
    setErrors(wrong)
    if (Object.keys(wrong).length === 0) onSave(fields)
    else
      event.currentTarget.querySelector<HTMLElement>(`[name="${Object.keys(wrong)[0]}"]`)?.focus()
  }
  return (
    <form onSubmit={submit} noValidate aria-label={`Edit ${title}`}>
      <Panel
        title={title}
        footer={
          <>
            <Button onClick={onCancel}>Cancel</Button>
            <Button type="submit" variant="primary" pending={pending}>
              Save
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <DraftOffer draft={draft} />
          <Failure error={failure} title="Not saved" />
          {names.map((name) => {
            const { label, hint } = presentationOf(name)
            const Control = name === 'description' ? TextArea : TextField
            return (
              <Control
                key={name}
                name={name}
                label={label}
                hint={hint}
                optional={name !== 'name'}
                error={shown[name]}
                value={texts[name] ?? ''}
                onChange={(event: { target: { value: string } }) =>
                  setTexts({ ...texts, [name]: event.target.value })
                }
              />
            )
          })}
        </div>
      </Panel>
    </form>
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
