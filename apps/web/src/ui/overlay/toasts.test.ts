import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { toasts, useToasts } from './toasts.ts'

let drawn: ReturnType<typeof useToasts>['drawn'] = []
function Drawn() {
  drawn = useToasts().drawn
  return null
}

test('[UI-17] how long each kind of toast stays; one that says it is loading stays until it is dismissed', () => {
  const ids = {
    loading: toasts.loading('Working'),
    info: toasts.info('News'),
    success: toasts.success('Saved'),
    undo: toasts.success('Deleted', { label: 'Undo', run: () => undefined }),
    error: toasts.error('Failed'),
  }
  renderToStaticMarkup(createElement(Drawn))
  const lasting = Object.entries(ids).map(([kind, id]) => [
    kind,
    drawn.find(({ toast }) => toast.id === id)?.toast.duration,
  ])
  expect(Object.fromEntries(lasting)).toEqual({
    loading: Number.POSITIVE_INFINITY,
    info: 4_000,
    success: 3_000,
    undo: 10_000,
    error: 10_000,
  })
  toasts.dismiss()
})
