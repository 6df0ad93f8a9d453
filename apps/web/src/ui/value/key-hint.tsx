/** A key or a chord, such as `⌘K` or `g n`; only a hint, so screen readers skip it. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <kbd
      aria-hidden
      className="rounded-sm border border-line bg-panel px-1 font-sans text-xs font-medium text-muted"
    >
      {keys}
    </kbd>
  )
}
