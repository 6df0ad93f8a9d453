import { useEffect, useRef, useState } from 'react'
import { api } from '../api/index.ts'
import { clearIdleness, logOut, logOutIdle } from '../session/index.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { type IdleState, type IdleWatch, idleWatch } from './idle.rules.ts'

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'scroll', 'touchstart'] as const

/** The server hears of activity that makes no call of its own at most this often, in milliseconds. */
const tellServerEvery = 60_000

/** Logs out who has left, after a warning. All tabs of a browser count as one. */
export function IdleGuard() {
  const [state, setState] = useState<IdleState>({ kind: 'active' })
  const watch = useRef<IdleWatch>(undefined)
  useEffect(() => {
    const channel = new BroadcastChannel('countersign-activity')
    const current = idleWatch({ now: Date.now, tell: (at) => channel.postMessage(at) })
    watch.current = current
    let toldServerAt = Date.now()
    let active = false
    clearIdleness()

    const check = () => {
      const next = current.state()
      setState((before) => (isSame(before, next) ? before : next))
      if (next.kind === 'ended') leave()
      else if (active && Date.now() - toldServerAt >= tellServerEvery) {
        active = false
        toldServerAt = Date.now()
        api.auth.viewer({}).catch(() => undefined)
      }
    }
    const act = () => {
      active = true
      current.activity()
    }
    const timer = setInterval(check, 1000)
    const stop = () => {
      clearInterval(timer)
      for (const sign of signs) removeEventListener(sign, act, true)
      channel.close()
    }
    const leave = () => {
      stop()
      void logOutIdle()
    }
    for (const sign of signs) addEventListener(sign, act, { capture: true, passive: true })
    channel.onmessage = ({ data }) => {
      if (typeof data === 'number') current.heard(data)
      check()
    }
    return stop
  }, [])

  const stay = () => {
    watch.current?.activity()
    setState({ kind: 'active' })
  }
  return (
    <Dialog
      alert
      open={state.kind === 'warned'}
      onOpenChange={(open) => open || stay()}
      title="Are you still there?"
      description="You’ve been inactive for a while. To protect your company’s data, you’ll be signed out."
      footer={
        <>
          <Button onClick={logOut}>Sign out now</Button>
          <Button variant="primary" onClick={stay}>
            Stay signed in
          </Button>
        </>
      }
    >
      <p role="timer" aria-live="off" className="text-xl font-semibold tabular-nums">
        {state.kind === 'warned' && clock(state.secondsLeft)}
      </p>
    </Dialog>
  )
}

const isSame = (a: IdleState, b: IdleState): boolean =>
  a.kind === b.kind &&
  (a.kind !== 'warned' || b.kind !== 'warned' || a.secondsLeft === b.secondsLeft)

const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
