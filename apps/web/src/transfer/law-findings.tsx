import type { LawFinding } from '@countersign/contracts/transactions'
import { Notice } from '../ui/page/notice.tsx'
import { ExternalLink } from '../ui/value/link.tsx'
import { findingWords } from './words.tsx'

/** What the company's own law says about a transfer, with where it says so. */
export const LawFindings = ({ findings }: { findings: readonly LawFinding[] }) =>
  findings.map(({ code, jurisdiction, source, sourceUrl }) => (
    <Notice key={code} tone="warning" title={findingWords[code]}>
      Law of {jurisdiction}:{' '}
      {sourceUrl ? <ExternalLink href={sourceUrl}>{source}</ExternalLink> : source}
    </Notice>
  ))
