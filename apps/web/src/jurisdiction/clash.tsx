import type {
  Jurisdiction,
  JurisdictionChange,
  JurisdictionFacts,
} from '@countersign/contracts/trust'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Time } from '../ui/value/time.tsx'
import { factLabels, factText } from './words.tsx'

/** What another admin changed while a form was open. */
export interface Clash {
  /** The facts that both changed, and differently. */
  names: readonly (keyof JurisdictionFacts)[]
  theirs: Jurisdiction
  last: JurisdictionChange | undefined
}

/** Props of {@link JurisdictionClash}. */
export interface JurisdictionClashProps {
  clash: Clash
  mine: JurisdictionFacts
  onTake: (name: keyof JurisdictionFacts) => void
}

/** Tells of another admin's change under one's own, fact by fact. */
export function JurisdictionClash({ clash, mine, onTake }: JurisdictionClashProps) {
  const { names, theirs, last } = clash
  return (
    <Notice
      tone="warning"
      title={
        <>
          {last?.byName ?? 'Another admin'} changed this <Time value={theirs.updatedAt} />
        </>
      }
    >
      <p>
        Your changes aren’t saved yet, and theirs aren’t overwritten. Below, your changes are
        applied on top of theirs. Review them, then save.
      </p>
      {names.length > 0 && (
        <ul aria-label="You both changed" className="mt-2 flex flex-col gap-2">
          {names.map((name) => (
            <li key={name} className="flex items-start justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{factLabels[name]}:</span> theirs is “
                {factText(name, theirs)}”, yours is “{factText(name, mine)}”.
              </span>
              <Button onClick={() => onTake(name)}>
                Use theirs<span className="sr-only"> for {factLabels[name].toLowerCase()}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}
