import { useEffect } from 'react'
import { findDrafts, forgetDrafts, offered, useViewer, workable } from '../session/index.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'

/** Tells a user who was signed out while typing where to find their text. */
export function DraftsBar() {
  const viewer = useViewer()
  const kept = offered.use()
  useEffect(() => {
    void findDrafts(workable(viewer))
  }, [viewer])
  if (!kept) return null
  const isHere = location.pathname === kept.path
  return (
    <div role="status" data-print="hide" className="px-4 pt-3 sm:px-6">
      <Notice
        title="Your unsaved text is kept"
        action={
          <div className="flex flex-wrap gap-2">
            {!isHere && (
              <a href={kept.path} className={buttonClass()}>
                Go there
              </a>
            )}
            <Button variant="quiet" onClick={forgetDrafts}>
              Discard
            </Button>
          </div>
        }
      >
        Open {Object.keys(kept.texts).join(' and ')} again to continue where you left off.
      </Notice>
    </div>
  )
}
