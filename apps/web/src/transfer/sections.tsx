import { type Section, sections } from '@countersign/contracts/transactions'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { sectionNames } from './filter.ts'
import { countsQuery } from './queries.ts'

/** The sections of the inbox with what waits in them; one is chosen, or none. */
export function Sections(props: {
  company: string
  chosen: string | undefined
  onChoose: (section: Section | undefined) => void
}) {
  const { company, chosen } = props
  const { data } = useQuery(countsQuery(company))
  // Their place is kept while the counts are on their way.
  if (!data) return <div className="mb-3 min-h-8" />
  const filled = sections.filter((section) => data.sections[section] || section === chosen)
  if (filled.length < 2 && !chosen) return null
  return (
    <fieldset className="mb-3 flex flex-wrap gap-2">
      <legend className="sr-only">Sections of the inbox</legend>
      {filled.map((section) => (
        <Button
          key={section}
          variant={section === chosen ? 'primary' : 'secondary'}
          aria-pressed={section === chosen}
          onClick={() => props.onChoose(section === chosen ? undefined : section)}
        >
          {sectionNames[section]}
          <span className="tabular-nums opacity-80">{data.sections[section] ?? 0}</span>
        </Button>
      ))}
    </fieldset>
  )
}
