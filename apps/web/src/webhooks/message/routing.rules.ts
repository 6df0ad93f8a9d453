import { t } from '../../ui/language.ts'

/** What of an endpoint decides whether it gets a message. */
export interface Route {
  readonly disabled: boolean
  readonly filterTypes: readonly string[] | null
  readonly channels: readonly string[] | null
  readonly createdAt: string
}

/** What of a message decides where it goes. */
export interface Routed {
  readonly eventType: string
  readonly channels?: readonly string[] | null | undefined
  readonly timestamp: string
}

/** Why an endpoint got nothing of a message that was never meant for it; by its settings as they are now. */
export function whyNothing(endpoint: Route, message: Routed): string {
  const { disabled, filterTypes, channels, createdAt } = endpoint
  if (Date.parse(createdAt) > Date.parse(message.timestamp))
    return t('It was added after this message was sent.')
  if (disabled) return t('It’s disabled.')
  if (filterTypes && !filterTypes.includes(message.eventType))
    return t('It doesn’t receive {type}.', { type: message.eventType })
  if (channels && !message.channels?.some((channel) => channels.includes(channel)))
    return t('It only receives messages for {channels}.', { channels: channels.join(', ') })
  return t(
    'Its settings excluded this message at the time. With its current settings, it would receive it.',
  )
}
