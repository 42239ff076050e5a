import type { Processor } from "../Processor.ts"
import { checkout } from "./checkout/checkout.ts"

/** The processors, by the library's name. */
export const processors = { checkout } as const

/** The name of a processor. */
export type ProcessorName = keyof typeof processors

/** The keys of an account at a processor. */
export type AccountOf<Name extends ProcessorName> =
  (typeof processors)[Name] extends Processor<infer Account> ? Account : never
