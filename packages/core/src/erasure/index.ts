/** The public names of erasure. */

export type { ErasedCustomer, ErasureLeft } from "./ErasedCustomer.ts"
export { ErasureCollection } from "./Erasure.ts"
export * from "./errors.ts"
