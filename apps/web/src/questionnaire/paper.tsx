import type { Answers, Ddq } from '@countersign/contracts/trust'
import { useCompanyName } from '../session/index.ts'
import { PrintFooter } from '../ui/page/print-footer.tsx'
import { Time } from '../ui/value/time.tsx'
import { Annexes } from './annex-list.tsx'
import { DdqRead } from './read.tsx'

/** The whole questionnaire, as it stands on paper: every section, whatever the screen shows. */
export function DdqPaper({ ddq, answers }: { ddq: Ddq; answers: Answers }) {
  const name = useCompanyName(ddq.vaspDID)
  const { draft, submitted } = ddq
  return (
    <div className="hidden print:block">
      <p className="mb-4 text-sm">
        <span className="font-semibold">{name ?? ddq.vaspDID}</span>
        <br />
        {draft ? (
          `Draft of version ${draft.version}, not submitted`
        ) : submitted ? (
          <>
            Version {submitted.version}, signed by {submitted.declaration.name},{' '}
            {submitted.declaration.role}, <Time value={submitted.submittedAt} format="absolute" />
          </>
        ) : (
          'Not submitted'
        )}
      </p>
      <DdqRead answers={answers} />
      {!draft && submitted && <Annexes annexes={submitted.declaration.annexes} />}
      <PrintFooter />
    </div>
  )
}
