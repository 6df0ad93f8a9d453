export { Endpoint } from './endpoint.tsx'
export { Endpoints } from './endpoints.tsx'
