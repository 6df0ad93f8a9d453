import { Headers } from './headers.tsx'
import { Transformation } from './transformation.tsx'

/** What few endpoints need: headers of their own, and code that changes messages. */
export const Advanced = ({ endpointId }: { endpointId: string }) => (
  <div className="flex flex-col gap-4">
    <Headers endpointId={endpointId} />
    <Transformation endpointId={endpointId} />
  </div>
)
