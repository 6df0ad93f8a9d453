import { type RefObject, useLayoutEffect } from 'react'

/** The page grows by the height of what is fixed to its bottom: nothing that takes focus lies under it. */
export function useInset(
  ref: RefObject<HTMLElement | null>,
  name: '--banner-inset' | '--footer-inset',
): void {
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const { style } = document.documentElement
    const measure = () => style.setProperty(name, `${element.offsetHeight}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty(name)
    }
  }, [ref, name])
}
