import { ArrowUp } from 'lucide-react'
import { Button } from '../ui/button.tsx'

/** Rows that came while one was looking; they wait until one wants to see them. */
export function NewRows({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className={count > 0 ? 'mb-3 flex justify-center' : undefined}>
      {count > 0 && (
        <Button icon={ArrowUp} onClick={onShow} className="rounded-full">
          {count} new
        </Button>
      )}
    </div>
  )
}
