export { askingAboutCookies, layer } from './layers.ts'
export { Missing, NoCompany, NotForYou } from './not-for-you.tsx'
export { LoadError, RouteError } from './system-pages.tsx'
