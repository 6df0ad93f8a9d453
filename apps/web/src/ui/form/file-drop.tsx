import { FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'

/** Props of {@link FileDrop}. */
export interface FileDropProps {
  /** What the region is called for screen readers. */
  label: string
  /** Which files are taken. */
  hint: ReactNode
  /** The names of files that are taken: `.pdf`. */
  accept: readonly string[]
  /** Why nothing can be dropped here. */
  disabledReason?: string | undefined
  onFiles: (files: File[]) => void
  className?: string
  /** What was dropped so far. */
  children?: ReactNode
}

/** Where files are dropped or chosen. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, accept, disabledReason, onFiles, className, children } = props
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const add = (files: FileList | null) => {
    if (!disabledReason && files && files.length > 0) onFiles([...files])
  }
  return (
    <section
      aria-label={label}
      data-print="hide"
      className={cx(
        'rounded-panel border border-dashed bg-panel',
        over ? 'border-accent bg-accent-soft' : 'border-control',
        className,
      )}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabledReason)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        add(event.dataTransfer.files)
      }}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-4">
        <FileUp size={20} aria-hidden className="text-muted" />
        <div className="min-w-0 flex-1 basis-52">
          <p className="font-medium">Drop files here</p>
          <p className="text-sm text-muted">{hint}</p>
        </div>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          accept={accept.join(',')}
          onChange={(event) => {
            add(event.target.files)
            event.target.value = ''
          }}
        />
        <Button disabledReason={disabledReason} onClick={() => input.current?.click()}>
          Choose files
        </Button>
      </div>
      {children}
    </section>
  )
}
