export { endpoint, showEndpoint } from './endpoint.operations.ts'
export { endpointHeaders } from './endpoint-headers.operations.ts'
export { endpointSecret } from './endpoint-secret.operations.ts'
export { endpointTasks } from './recover.operations.ts'
