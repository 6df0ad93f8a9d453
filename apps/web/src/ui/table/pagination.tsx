import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../button.tsx'
import { t } from '../language.ts'

/** Props of {@link Pagination}: a direction without its function is at its end. */
export interface PaginationProps {
  onPrevious?: (() => void) | undefined
  onNext?: (() => void) | undefined
  pending?: boolean | undefined
}

/** Previous and next, for lists that are read page by page. */
export function Pagination({ onPrevious, onNext, pending }: PaginationProps) {
  return (
    <nav aria-label={t('Pages')} className="flex flex-wrap items-center justify-end gap-2 py-3">
      <Button
        icon={ChevronLeft}
        onClick={onPrevious}
        disabledReason={onPrevious ? undefined : t('This is the first page')}
        pending={onPrevious && pending}
      >
        {t('Previous')}
      </Button>
      <Button
        onClick={onNext}
        disabledReason={onNext ? undefined : t('This is the last page')}
        pending={onNext && pending}
      >
        {t('Next')}
        <ChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  )
}
