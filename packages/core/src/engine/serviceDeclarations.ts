import type { EngineServices } from "./operations/ServicesApi.ts"

/** The services by name. */
export type ServiceName = keyof EngineServices<"declared">

type WalkName = "iterate" | `iterate${string}`

/** The operations of a service; what walks through a list's pages is made of the list. */
export type OperationsOf<Service> = {
  readonly [Name in keyof Service as Name extends WalkName ? never : Name]: Service[Name]
}

/** The list that each walk goes through, and how many ids come before its query. */
type WalksOf<Service> = {
  readonly [Name in keyof Service as Name extends WalkName ? Name : never]: {
    readonly list: keyof Service
    readonly ids: number
  }
}

/** A service as core declares it. */
export interface Declared<Service> {
  /**
   * Whose handle it is on: a merchant's, where the first argument is the `caller` or the `scope`; a
   * payer's, where it is the payer's credentials; or the engine's own.
   */
  readonly handle: "caller" | "scope" | "payer" | "engine"
  readonly operations: OperationsOf<Service>
  /** Those of the engine's own that take a scope all the same. */
  readonly onScope?: ReadonlyArray<keyof Service>
  readonly walks: WalksOf<Service>
}
