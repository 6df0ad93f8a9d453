import { CopyButton } from './copy-button.tsx'

/** Props of {@link CodeBlock}. */
export interface CodeBlockProps {
  /** What it is: `Equivalent curl`, `Response body`. */
  label: string
  code: string
  /** Breaks long lines instead of scrolling them. */
  wrap?: boolean
}

/** Text for machines, with a copy button. */
export function CodeBlock({ label, code, wrap = false }: CodeBlockProps) {
  return (
    <figure className="min-w-0 overflow-clip rounded-panel border border-line bg-panel">
      <figcaption className="flex items-center justify-between border-b border-line bg-bg pl-3 text-xs font-medium text-muted">
        {label}
        <CopyButton text={code} />
      </figcaption>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        className={`max-h-96 overflow-auto p-3 font-mono text-xs -outline-offset-2 ${
          wrap ? 'break-all whitespace-pre-wrap' : ''
        }`}
      >
        <code>{code}</code>
      </pre>
    </figure>
  )
}
