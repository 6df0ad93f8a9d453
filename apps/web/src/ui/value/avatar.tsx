import { useState } from 'react'
import { cx } from '../cx.ts'

/** Props of {@link Avatar}. */
export interface AvatarProps {
  /** Only its first letters are shown: write the name itself beside it. */
  name: string
  /** Companies are squares, people are circles. */
  kind?: 'company' | 'person'
  /** The picture; when it cannot be loaded, the letters stay. */
  src?: string | undefined
  size?: 'small' | 'normal' | 'large'
}

const sizes = { small: 'size-6 text-xs', normal: 'size-8 text-sm', large: 'size-12 text-lg' }

/** A picture or the first letters of a company or person. */
export function Avatar({ name, kind = 'company', src, size = 'normal' }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  const look =
    kind === 'company'
      ? 'rounded-control bg-ink text-on-ink'
      : 'rounded-full bg-accent-soft text-accent'
  return (
    <span
      aria-hidden
      className={cx(
        'inline-grid shrink-0 place-items-center overflow-clip font-semibold select-none',
        sizes[size],
        look,
      )}
    >
      {src && src !== failed ? (
        <img
          src={src}
          alt=""
          className="size-full bg-panel object-contain"
          onError={() => setFailed(src)}
        />
      ) : (
        initials(name, kind === 'company' ? 1 : 2)
      )}
    </span>
  )
}

function initials(name: string, count: number): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean)
  return words
    .slice(0, count)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
}
