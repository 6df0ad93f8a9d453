import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { LoadError } from '../query/index.ts'
import { PageHeader } from '../ui/page/page-header.tsx'

/** A page that failed to draw; the shell around it keeps working. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <>
      <PageHeader title="This page couldn’t be shown" />
      <LoadError error={error} onRetry={retry} />
    </>
  )
}
