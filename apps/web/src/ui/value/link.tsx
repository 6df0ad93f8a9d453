import { ExternalLink as Icon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { t } from '../language.ts'
import { VisuallyHidden } from '../page/visually-hidden.tsx'

/** Links inside text: underlined, because colour alone does not tell. */
export const linkClass =
  'text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent'

/** The link of a table row or card: it reaches over the whole row. */
export const rowLinkClass = 'row-link font-semibold text-text hover:text-accent'

/** A link to somewhere else, in a new tab. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={cx(linkClass, 'inline-flex min-h-6 items-center gap-1')}
    >
      {children}
      <Icon size={12} aria-hidden />
      <VisuallyHidden>{t('(opens in a new tab)')}</VisuallyHidden>
    </a>
  )
}
