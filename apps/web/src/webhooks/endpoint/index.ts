export { Endpoint } from './endpoint.tsx'
export { Endpoints } from './endpoints.tsx'
export { useFailing } from './health.tsx'
