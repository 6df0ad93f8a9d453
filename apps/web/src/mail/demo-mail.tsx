import { api, useOperation } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { SkeletonPanels } from '../ui/page/skeleton.tsx'
import { linkClass } from '../ui/value/link.tsx'
import { Time } from '../ui/value/time.tsx'

/** The mails of the demo, which reach nobody: so that an invitation can be followed. */
export function DemoMailbox() {
  const { data, error, refetch } = useOperation(api.mailbox.get, {}, { polls: 3000 })
  return (
    <>
      <PageHeader
        title="Demo email"
        description="The demo doesn’t send email. The last 20 messages it would have sent appear here."
      />
      {error && <LoadError error={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonPanels panels={1} label="Loading emails" />}
      {data?.mails.length === 0 && (
        <Panel>
          <EmptyState kind="nothing" title="No emails yet">
            Invite someone on the Team page, and the email appears here.
          </EmptyState>
        </Panel>
      )}
      <ul className="flex max-w-[760px] flex-col gap-3">
        {data?.mails.map((mail) => (
          <li key={mail.id}>
            <Panel
              item
              title={mail.subject}
              description={
                <>
                  To {mail.to}, <Time value={mail.sentAt} />
                </>
              }
            >
              <p className="whitespace-pre-line wrap-anywhere">
                {mail.text.split(/(https?:\/\/[^\s]*[^\s.,)])/).map((part, at) =>
                  at % 2 === 1 ? (
                    <a key={part} href={part} className={linkClass}>
                      {part}
                    </a>
                  ) : (
                    part
                  ),
                )}
              </p>
            </Panel>
          </li>
        ))}
      </ul>
    </>
  )
}
