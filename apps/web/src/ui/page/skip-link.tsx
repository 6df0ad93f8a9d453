/** The first thing Tab reaches: a way past the navigation. `to` is the id of the main part. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a
      href={`#${to}`}
      className="sr-only rounded-control bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60"
    >
      Skip to the content
    </a>
  )
}
