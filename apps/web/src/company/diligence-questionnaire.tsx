import { Link } from '@tanstack/react-router'
import { buttonClass } from '../ui/button.tsx'
import { Panel } from '../ui/page/panel.tsx'
import type { DiligenceProps } from './diligence.tsx'

/** The way to a company's questionnaire: to read it, or to ask for it. */
export function DiligenceQuestionnaire({ vasp }: DiligenceProps) {
  return (
    <Panel title="Questionnaire">
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p className="max-w-[75ch] text-muted">
          {vasp.name}’s answers about its business, controls and data protection. Read it with your
          own marks and notes alongside, or request it first.
        </p>
        <Link
          to="/due-diligence/review/$did"
          params={{ did: vasp.did }}
          className={buttonClass('secondary')}
        >
          Open questionnaire
        </Link>
      </div>
    </Panel>
  )
}
