import type { PublicVasp, Vasp } from '@countersign/contracts/trust'
import type { ComponentType } from 'react'
import { CompanyDocuments } from '../document/index.ts'
import { DiligenceQuestionnaire } from './diligence-questionnaire.tsx'

/** What a section of the tab is given: the company on the page, and the one that looks at it. */
export interface DiligenceProps {
  vasp: PublicVasp & Partial<Vasp>
  /** DID of the viewer's active company. */
  company: string
}

/** The sections of the tab, in their order. */
const sections: readonly { name: string; Section: ComponentType<DiligenceProps> }[] = [
  { name: 'documents', Section: CompanyDocuments },
  { name: 'questionnaire', Section: DiligenceQuestionnaire },
]

/** Whether there is anything to show. */
export const hasDiligence = sections.length > 0

/** What is known of a company beyond its profile: documents and answers, as far as we may see them. */
export function CompanyDiligence(props: DiligenceProps) {
  return (
    <div className="flex flex-col gap-4">
      {sections.map(({ name, Section }) => (
        <Section key={name} {...props} />
      ))}
    </div>
  )
}
