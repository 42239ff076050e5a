/** The public names of modules: subjects of others in the engine. */

export { defineModule, type ModuleDefinition } from "./defineModule.ts"
export type { Module, ModuleOperations } from "./Module.ts"
export type {
  ModuleChange,
  ModuleChanges,
  ModuleContext,
  ModulePosting,
  ModuleReads
} from "./ModuleContext.ts"
export { ModuleError, type ModuleErrorAnswer, moduleErrorAnswer } from "./ModuleError.ts"
export { type ModuleEvent, type ModuleEventDefinition, moduleEvent } from "./ModuleEvent.ts"
export type { ModuleFollower, PaymentChange } from "./ModuleFollower.ts"
export { type ModuleJob, type ModuleJobResult, moduleJob } from "./ModuleJob.ts"
export {
  type Decided,
  type Mutation,
  type MutationDefinition,
  moduleMutation,
  moduleQuery,
  type Query,
  type QueryDefinition
} from "./ModuleOperation.ts"
export type {
  ConsumedModuleEvent,
  ConsumedModuleEvents,
  ModuleEffects,
  ModulePromises,
  Modules
} from "./ModuleServices.ts"
export { type ModuleListDefinition, type ModuleListInput, moduleList } from "./moduleList.ts"
export { type PersonalRows, type PersonalRowsDefinition, personalRows } from "./PersonalRows.ts"
export { type SnakeCased, snakeCased } from "./snakeCased.ts"
