export { HoldButton } from './hold-button.tsx'
export { RetentionSettings } from './retention.tsx'
