import { SelectField } from '../../ui/form/select-field.tsx'
import { t } from '../../ui/language.ts'
import { useServiceOperation } from '../service.tsx'

/** Code to start from, where the organisation offers some. */
export function Templates({ onChoose }: { onChoose: (code: string) => void }) {
  const { data } = useServiceOperation((service) => service.transformationTemplate.list, {
    query: { limit: 100 },
  })
  if (!data || data.data.length === 0) return null
  return (
    <SelectField
      label={t('Start from a template')}
      className="mb-4 max-w-96"
      placeholder={t('Choose a template')}
      options={data.data.map(({ id, name }) => ({ value: id, label: name }))}
      value=""
      onChange={({ target }) => {
        const chosen = data.data.find(({ id }) => id === target.value)
        if (chosen) onChoose(chosen.transformation)
      }}
    />
  )
}
