import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  acknowledgeSwitch,
  forgetCompany,
  useActiveCompany,
  useCompany,
  useCompanyName,
  useSwitchCompany,
  useSwitchedFrom,
  useUnknownCompany,
  useViewer,
  workable,
} from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'

/** Says that another tab has switched the company, so that nobody works for the wrong one unseen. */
export function SwitchedBar() {
  useUnknownCompany()
  const switchedFrom = useSwitchedFrom()
  const stored = useActiveCompany()
  const company = useCompany()
  const viewer = useViewer()
  const choices = workable(viewer)
  const from = switchedFrom && choices.includes(switchedFrom) ? switchedFrom : (choices[0] ?? null)
  const queryClient = useQueryClient()
  const switchTo = useSwitchCompany()
  const [now, before] = [useCompanyName(company), useCompanyName(from)]
  const isOther = switchedFrom !== undefined && stored === company && from !== company
  useEffect(() => {
    if (isOther) forgetCompany(queryClient)
  }, [isOther, queryClient])
  if (!isOther) return null
  return (
    <div role="status" data-print="hide" className="sticky top-13 z-20 px-4 pt-3 sm:px-6">
      <Notice
        tone="warning"
        title={`You’re now working as ${now ?? 'another company'}`}
        action={
          <div className="flex flex-wrap gap-2">
            {from && (
              <Button onClick={() => switchTo(from)}>Back to {before ?? 'the other'}</Button>
            )}
            <Button variant="primary" onClick={acknowledgeSwitch}>
              Continue
            </Button>
          </div>
        }
      >
        You switched company in another tab.
      </Notice>
    </div>
  )
}
