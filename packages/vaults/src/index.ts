/**
 * Card vaults at Basis Theory, VGS and Evervault, whose relays bring one card to several providers.
 *
 * @packageDocumentation
 */

export type { BasisTheoryOptions, BasisTheoryWallet } from "./basis-theory/BasisTheoryOptions.ts"
export { basisTheory } from "./basis-theory/basisTheory.ts"
export {
  type CodesInMemoryOptions,
  codesInMemory,
  type SecurityCodes
} from "./cards/SecurityCodes.ts"
export type { EvervaultOptions } from "./evervault/EvervaultOptions.ts"
export { evervault } from "./evervault/evervault.ts"
export type { RelayedVault } from "./RelayedVault.ts"
export { NotForwarded } from "./relay/NotForwarded.ts"
export type { VgsOptions } from "./vgs/VgsOptions.ts"
export { vgs } from "./vgs/vgs.ts"
