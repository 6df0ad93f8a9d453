export { DataList, LoadError } from '../query/index.ts'
export { askingAboutCookies, layer } from './layers.ts'
export { Missing, NoCompany, NotForYou } from './not-for-you.tsx'
export { RouteError } from './system-pages.tsx'
