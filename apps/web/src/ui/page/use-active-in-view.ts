import { type RefObject, useEffect } from 'react'

/**
 * On a phone a link may open a tab that stands outside of what is seen: its row scrolls to it.
 * @param active changes with the tab
 */
export function useActiveInView(list: RefObject<HTMLElement | null>, active: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the tab is the event itself
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-active], [aria-current]')
    if (tab)
      list.current?.scrollTo({ left: tab.offsetLeft + tab.offsetWidth - list.current.clientWidth })
  }, [active])
}
