import { Button } from '../button.tsx'
import { Notice } from '../page/notice.tsx'

/** Offers what was typed before the session, or the page, ended. */
export function DraftOffer({
  draft,
}: {
  draft: { take: () => void; drop: () => void } | undefined
}) {
  if (!draft) return null
  return (
    <Notice title="You have unsaved text from before">
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={draft.take}>Restore</Button>
        <Button variant="quiet" onClick={draft.drop}>
          Discard
        </Button>
      </div>
    </Notice>
  )
}
