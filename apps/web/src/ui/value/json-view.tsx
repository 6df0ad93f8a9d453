import { lazy, Suspense, useMemo } from 'react'
import { SkeletonLines } from '../page/skeleton.tsx'
import { CodeBlock } from './code-block.tsx'
import { CopyButton } from './copy-button.tsx'

const Tree = lazy(() => import('./json-tree.tsx').then((module) => ({ default: module.JsonTree })))

/** Above this many characters a tree of elements is slower than plain text. */
const treeLimit = 200_000

/** Props of {@link JsonView}. */
export interface JsonViewProps {
  /** What it is, such as `Payload`. */
  label: string
  data: unknown
}

/** JSON as a tree that opens and closes; very long JSON as text. */
export function JsonView({ label, data }: JsonViewProps) {
  const text = useMemo(() => JSON.stringify(data, null, 2) ?? 'undefined', [data])
  if (typeof data !== 'object' || data === null || text.length > treeLimit) {
    return <CodeBlock label={label} code={text} />
  }
  return (
    <figure className="min-w-0 overflow-clip rounded-panel border border-line bg-panel">
      <figcaption className="flex items-center justify-between border-b border-line bg-bg pl-3 text-xs font-medium text-muted">
        {label}
        <CopyButton text={text} />
      </figcaption>
      <div className="max-h-96 overflow-auto p-3">
        <Suspense fallback={<SkeletonLines />}>
          <Tree label={label} data={data} />
        </Suspense>
      </div>
    </figure>
  )
}
