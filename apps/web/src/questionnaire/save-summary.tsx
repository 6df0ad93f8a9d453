import { questions } from '@countersign/contracts/trust'
import { useSyncExternalStore } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/page/notice.tsx'
import type { Saver } from './saver.ts'

/** What has not arrived and what to do; nothing when all goes well. */
export function SaveSummary({ saver }: { saver: Saver }) {
  useSyncExternalStore(saver.watch, saver.edition)
  const { failed, conflicts } = saver.counts()
  if (conflicts > 0)
    return (
      <Notice
        tone="warning"
        title={
          conflicts === 1
            ? 'Two people changed an answer'
            : `Two people changed ${conflicts} answers`
        }
      >
        Both answers are kept. Choose one at {conflictPlaces(saver)}.
      </Notice>
    )
  if (failed > 0)
    return (
      <Notice
        tone="danger"
        title={failed === 1 ? '1 answer isn’t saved' : `${failed} answers aren’t saved`}
        action={<Button onClick={() => void saver.flush()}>Try again</Button>}
      >
        Your text is kept on this page. Don’t close it until it says Saved.
      </Notice>
    )
  return null
}

/** The same in a word, when all goes well. */
export function SaveWord({ saver }: { saver: Saver }) {
  useSyncExternalStore(saver.watch, saver.edition)
  const { unsaved, failed, conflicts } = saver.counts()
  const word =
    failed + conflicts > 0 ? 'Not all answers saved' : unsaved > 0 ? 'Saving' : 'All answers saved'
  return (
    <span role="status" className="text-sm text-muted">
      {word}
    </span>
  )
}

const conflictPlaces = (saver: Saver): string =>
  questions.flatMap(({ id }) => (saver.get(id).status === 'conflict' ? [id] : [])).join(', ')
