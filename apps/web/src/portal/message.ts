/** What a page around the frame may ask of the portal. */
export type Asked =
  | { readonly action: 'token'; readonly token: string }
  | { readonly action: 'navigate'; readonly path: string }
  | { readonly action: 'theme'; readonly darkMode: boolean }

/** What the portal tells the page around its frame. */
export type Told =
  | { readonly event: 'ready' | 'session-ended' }
  | { readonly event: 'navigated'; readonly path: string }

const type = 'countersign.portal'
const isFramed = window.parent !== window

/** Tells the page around the frame; it holds nothing secret, so whoever frames us may read it. */
export function tell(told: Told): void {
  if (isFramed) window.parent.postMessage({ type, version: 1, ...told }, '*')
}

/**
 * Hears what the page around the frame asks. Only pages that the policy lets frame us can be that page;
 * other windows are not heard.
 * @returns what stops hearing
 */
export function hear(answer: (asked: Asked) => void): () => void {
  const listen = ({ source, data }: MessageEvent) => {
    if (!isFramed || source !== window.parent) return
    const asked = askedOf(data)
    if (asked) answer(asked)
  }
  addEventListener('message', listen)
  return () => removeEventListener('message', listen)
}

function askedOf(data: unknown): Asked | undefined {
  const { type: kind, version, action, token, path, darkMode } = Object(data)
  if (kind !== type || version !== 1) return undefined
  if (action === 'token' && typeof token === 'string') return { action, token }
  if (action === 'navigate' && typeof path === 'string') return { action, path }
  if (action === 'theme' && typeof darkMode === 'boolean') return { action, darkMode }
  return undefined
}

/** Tells the page around the frame how high this page is, ten times a second at the most. */
export function tellHeight(): void {
  if (!isFramed) return
  let last = 0
  let isDue = false
  const send = () => {
    isDue = false
    const height = Math.ceil(document.getElementById('root')?.getBoundingClientRect().height ?? 0)
    if (height === last) return
    last = height
    window.parent.postMessage({ type: 'svix.iframe-resizer-height', payload: { height } }, '*')
  }
  new ResizeObserver(() => {
    if (!isDue) setTimeout(send, 100)
    isDue = true
  }).observe(document.getElementById('root') ?? document.body)
}
