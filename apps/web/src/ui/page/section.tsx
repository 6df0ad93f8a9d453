import { type ReactNode, useId } from 'react'

/** Props of {@link Section}. */
export interface SectionProps {
  title: string
  description?: ReactNode
  children: ReactNode
}

/** A named part of a page without a sheet of its own, for what brings one: tables, lists of cards. */
export function Section({ title, description, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-7">
      <h2 id={id} className="text-base font-semibold">
        {title}
      </h2>
      {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
      <div className="mt-3">{children}</div>
    </section>
  )
}
