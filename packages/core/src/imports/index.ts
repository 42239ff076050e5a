/** The public names of imports from other systems. */

export type { GiveBack } from "./giveBack.ts"
export { type Import, ImportCollection, type ImportWrite } from "./Import.ts"
export {
  ImportedCollection,
  ImportedKind,
  type ImportedNote,
  type ImportedObject,
  ImportedState,
  type ImportedTrigger,
  importedMachine
} from "./ImportedObject.ts"
export type {
  ImportedCardInput,
  ImportedCustomerInput,
  ImportedHistoryInput,
  ImportedPlanInput,
  ImportedSubscriptionInput,
  ImportedTermsInput,
  ImportMove,
  ImportPage,
  MoveImported
} from "./importInput.ts"
export type { IterateImported, ListImported } from "./listImported.ts"
export type { StartImport } from "./startImport.ts"
