import { questionnaireType } from '@countersign/contracts/trust'
import { Checkbox } from '../ui/form/checkbox.tsx'
import { documentTypes } from './words.tsx'

/** Props of {@link DocumentChoice}. */
export interface DocumentChoiceProps {
  types: ReadonlySet<string>
  onChange: (types: ReadonlySet<string>) => void
  /** Why a type cannot be asked for now. */
  refusalOf?: (type: string) => string | undefined
}

/** What to ask a company for: the questionnaire, documents, or several of them. */
export function DocumentChoice({ types, onChange, refusalOf }: DocumentChoiceProps) {
  const toggle = (type: string) => {
    const next = new Set(types)
    if (!next.delete(type)) next.add(type)
    onChange(next)
  }
  return (
    <fieldset className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
      <legend className="mb-1 text-sm font-medium">Documents</legend>
      {documentTypes.map(({ value, label }) => {
        const refused = refusalOf?.(value)
        return (
          <Checkbox
            key={value}
            label={label}
            hint={refused ?? (value === questionnaireType ? '60 answers' : undefined)}
            disabled={refused !== undefined}
            checked={types.has(value)}
            onChange={() => toggle(value)}
          />
        )
      })}
    </fieldset>
  )
}
