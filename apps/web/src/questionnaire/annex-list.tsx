import type { DdqAnnex, SharedDocument } from '@countersign/contracts/trust'
import { ReadButtons } from '../document/index.ts'
import { Panel } from '../ui/page/panel.tsx'

type Props = {
  annexes: readonly DdqAnnex[]
  /** Where another company's are read: who reads, and what it may open. */
  reading?: { did: string; shared: readonly SharedDocument[] | undefined }
}

/** The documents that go with a version. */
export function Annexes({ annexes, reading }: Props) {
  if (annexes.length === 0) return null
  return (
    <Panel title={annexes.length === 1 ? '1 annex' : `${annexes.length} annexes`}>
      <ul className="divide-y divide-line">
        {annexes.map(({ id, title, version }) => {
          const file = reading?.shared?.find((one) => one.id === id && one.version === version)
          return (
            <li
              key={id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 first:pt-0 last:pb-0"
            >
              <span className="min-w-0 text-sm wrap-anywhere">
                {title}
                <span className="text-muted"> · version {version}</span>
              </span>
              {reading && file && <ReadButtons did={reading.did} document={file} />}
              {reading?.shared && !file && (
                <span className="text-sm text-muted">No longer shared with you</span>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
