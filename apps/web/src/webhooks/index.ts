export { type GoProps, type Place, type Places, PlacesProvider } from './places.tsx'
export { type Portal, ServiceProvider } from './service.tsx'
