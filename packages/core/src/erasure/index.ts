/** The public names of erasure. */

export type { ErasedCustomer, ErasureLeft } from "./ErasedCustomer.ts"
export { ErasureCollection } from "./Erasure.ts"
export type { ErasureLogPort, LoggedErasure } from "./ErasureLog.ts"
export type { ErasedAgain } from "./eraseAgain.ts"
export * from "./errors.ts"
