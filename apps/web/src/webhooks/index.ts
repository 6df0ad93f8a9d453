export { placeTitles, WebhookNav } from './nav.tsx'
export {
  type GoProps,
  type MainPlace,
  mainPlaces,
  type Place,
  type Places,
  PlacesProvider,
  type Search,
} from './places.tsx'
export { type Portal, ServiceProvider } from './service.tsx'
