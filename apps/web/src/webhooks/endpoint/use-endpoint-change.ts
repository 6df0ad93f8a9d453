import { useQueryClient } from '@tanstack/react-query'
import { refresh, useChange } from '../../query/index.ts'
import { t } from '../../ui/language.ts'
import { toasts } from '../../ui/overlay/toasts.ts'
import { usePlaces } from '../places.tsx'
import { useOpen } from '../service.tsx'

/** Switches an endpoint on and off, and deletes it. */
export function useEndpointChange(endpointId: string) {
  const open = useOpen()
  const queryClient = useQueryClient()
  const { go } = usePlaces()
  const patch = useChange(
    (disabled: boolean) => {
      const { appId, service } = open()
      return service.endpoint.patch({ app_id: appId, endpoint_id: endpointId, body: { disabled } })
    },
    {
      says: ({ disabled }) => (disabled ? t('Endpoint disabled') : t('Endpoint enabled')),
      onSuccess: () => {
        const { endpoint, portal } = open().service
        return refresh(queryClient, endpoint.get, portal.failing)
      },
    },
  )
  return {
    patch: patch.mutate,
    remove: async () => {
      const { appId, service } = open()
      await service.endpoint.delete({ app_id: appId, endpoint_id: endpointId })
      toasts.success(t('Endpoint deleted'))
      go({ to: 'endpoints' })
    },
  }
}
