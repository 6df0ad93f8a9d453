const channel = new BroadcastChannel('countersign-look')

// The session is another one's now, in all tabs: nothing of before may stay on the screen.
channel.onmessage = () => location.reload()

/** Tells the other tabs that an operator's look has begun or ended. */
export const tellLook = (): void => channel.postMessage(null)
