/** The public names of erasure. */

export { ErasureCollection } from "./Erasure.ts"
export * from "./errors.ts"
