import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { t } from '../../ui/language.ts'
import { soon } from '../../ui/overlay/soon.tsx'
import { Section } from '../../ui/page/section.tsx'
import { TaskTable } from './task-table.tsx'

const SendChosen = soon(() =>
  import('./send-chosen.tsx').then((parts) => ({ default: parts.SendChosen })),
)
const SendAgain = soon(() =>
  import('./send-again.tsx').then((parts) => ({ default: parts.SendAgain })),
)

/** The ways to send an endpoint’s messages again, and how far what was started is. */
export function AgainSection({ endpointId }: { endpointId: string }) {
  const [again, setAgain] = useState<'recover' | 'replay' | 'chosen' | null>(null)
  const close = () => setAgain(null)
  return (
    <Section
      title={t('Send again')}
      description={t(
        'Messages that failed here, were sent before this endpoint was added, or are needed again.',
      )}
    >
      <div className="mb-3 flex flex-wrap gap-2">
        <Button onClick={() => setAgain('recover')}>{t('Recover failed messages')}</Button>
        <Button onClick={() => setAgain('replay')}>{t('Replay missing messages')}</Button>
        <Button onClick={() => setAgain('chosen')}>{t('Send messages again')}</Button>
      </div>
      <TaskTable endpointId={endpointId} />
      <Suspense>
        {again === 'chosen' && <SendChosen endpointId={endpointId} onClose={close} />}
        {(again === 'recover' || again === 'replay') && (
          <SendAgain endpointId={endpointId} which={again} onClose={close} />
        )}
      </Suspense>
    </Section>
  )
}
