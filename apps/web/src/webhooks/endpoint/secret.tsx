import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { toasts } from '../../ui/overlay/toasts.ts'
import { CopyText } from '../../ui/value/copy-text.tsx'
import { useOpen, useService } from '../service.tsx'

/** What verifies the messages to an endpoint. It is fetched only on request. */
export function Secret({ endpointId }: { endpointId: string }) {
  const { can } = useService()
  const open = useOpen()
  const reveal = useMutation({
    mutationFn: async () => {
      const { appId, service } = open()
      return service.endpoint.getSecret({ app_id: appId, endpoint_id: endpointId })
    },
    onError: (failure) => toasts.error(failure),
  })
  if (!can('ViewEndpointSecret')) return <span className="text-muted">Hidden by this link</span>
  if (reveal.data) return <CopyText value={reveal.data.key} label="signing secret" whole />
  return (
    <Button icon={Eye} pending={reveal.isPending} onClick={() => reveal.mutate()}>
      Show<span className="sr-only"> the signing secret</span>
    </Button>
  )
}
