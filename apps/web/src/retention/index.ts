import { lazy } from 'react'

export { HoldButton } from './hold-button.tsx'
/** The page of a transfer has the button and no form: the settings come by themselves. */
export const RetentionSettings = lazy(() =>
  import('./retention.tsx').then((part) => ({ default: part.RetentionSettings })),
)
