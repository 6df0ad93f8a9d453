import { api, usePages } from '../api/index.ts'
import { LoadError } from '../page/index.ts'
import { SkeletonLines } from '../ui/page/skeleton.tsx'
import { ShowMore } from '../ui/table/show-more.tsx'
import { Time } from '../ui/value/time.tsx'

/** Who downloaded a document, newest first. */
export function DocumentDownloads({ did, documentId }: { did: string; documentId: string }) {
  const log = usePages(api.document.listDownloads, { did, documentId, query: { limit: 20 } })
  const downloads = log.data?.pages.flatMap((page) => page.downloads)
  return (
    <section aria-labelledby="downloads" className="flex flex-col gap-2">
      <h3 id="downloads" className="font-semibold">
        Downloads
      </h3>
      {log.error && <LoadError error={log.error} onRetry={() => void log.refetch()} />}
      {!downloads && !log.error && <SkeletonLines lines={3} label="Loading downloads" />}
      {downloads?.length === 0 && <p className="text-sm text-muted">No downloads yet.</p>}
      {downloads && downloads.length > 0 && (
        <ul className="divide-y divide-line text-sm">
          {downloads.map(({ id, at, name, email, version }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1.5">
              <span className="min-w-0 wrap-anywhere">
                <span className="font-medium">{name}</span>
                {email && <span className="text-muted"> · {email}</span>}
              </span>
              <span className="text-muted">
                Version {version} · <Time value={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <ShowMore pages={log} />
    </section>
  )
}
