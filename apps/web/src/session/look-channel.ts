const channel = new BroadcastChannel('countersign-look')

/** The session is another one's now, in all tabs: nothing of before may stay on the screen. */
export function followLook(): void {
  channel.onmessage = () => location.reload()
}

/** Tells other tabs that viewing as an operator has started or stopped. */
export const tellLook = (): void => channel.postMessage(null)
