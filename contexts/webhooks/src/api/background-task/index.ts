import { inOrganisation } from '../bind.ts'
import { getTask, listTasks } from './background-task.operations.ts'

export { beginTask, reach } from './background-task.operations.ts'

export const backgroundTask = { list: inOrganisation(listTasks), get: inOrganisation(getTask) }
