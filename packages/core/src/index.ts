/**
 * Payloom: an embeddable payment orchestration engine.
 *
 * @packageDocumentation
 */

export * from "./billing/index.ts"
export * from "./cards/index.ts"
export * from "./checkout/index.ts"
export * from "./engine/index.ts"
export * from "./erasure/index.ts"
export * from "./imports/index.ts"
export * from "./inbound/index.ts"
export * from "./kernel/index.ts"
export * from "./ledger/index.ts"
export * from "./modules/index.ts"
export * from "./operators/index.ts"
export * from "./outbound/index.ts"
export * from "./Payloom.ts"
export * from "./payments/index.ts"
export * from "./platform/index.ts"
export * from "./portal/index.ts"
export * from "./providers/index.ts"
export * from "./reporting/index.ts"
export * from "./restore/index.ts"
export * from "./routing/index.ts"
