import { type ComponentProps, type ComponentType, lazy, useState } from 'react'

/** Time for the screen itself to come first, in milliseconds. */
export const soonMs = 1000

/** On a slow machine or line what the page needs first still comes after a second. */
function afterLoad(work: () => void) {
  if (document.readyState === 'complete') work()
  else addEventListener('load', work, { once: true })
}

/**
 * A part, such as a dialog, that is fetched soon after the screen that can open it. Once fetched, it is
 * drawn at once; React shows a lazy part up to 300 ms late the first time, however soon its code is there.
 */
// biome-ignore lint/suspicious/noExplicitAny: as in `lazy`, the props are inferred from the part
export function soon<Part extends ComponentType<any>>(load: () => Promise<{ default: Part }>) {
  type Drawn = ComponentType<ComponentProps<Part>>
  let ready: Drawn | undefined
  const fetch = async () => {
    const part = await load()
    ready = part.default
    return { default: ready }
  }
  const Late: Drawn = lazy(fetch)
  if (typeof document !== 'undefined')
    afterLoad(() => setTimeout(() => fetch().catch(() => undefined), soonMs))
  // biome-ignore lint/correctness/noComponentHookFactories: made once a part, where the part is declared
  return function Soon(props: ComponentProps<Part>) {
    // What is drawn stays: another component in its place would lose what was typed.
    const [Drawn] = useState((): Drawn => ready ?? Late)
    return <Drawn {...props} />
  }
}
