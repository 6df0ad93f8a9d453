export {
  differing,
  type RegistryField,
  RegistryFieldList,
  RegistryValue,
  registryLabel,
} from './fields.tsx'
export { RegisterQueue } from './queue.tsx'
export { Registries } from './registries.tsx'
