import type { EngineServices } from "./operations/ServicesApi.ts"

/** The services by name. */
export type ServiceName = keyof EngineServices<"declared">

type WalkName = "iterate" | `iterate${string}`

/** The operations of a service without its iterators, which are derived from its lists. */
export type OperationsOf<Service> = {
  readonly [Name in keyof Service as Name extends WalkName ? never : Name]: Service[Name]
}

/** The list of each iterator, with the number of ids before its query. */
type WalksOf<Service> = {
  readonly [Name in keyof Service as Name extends WalkName ? Name : never]: {
    readonly list: keyof Service
    readonly ids: number
  }
}

/** A service as core declares it. */
export interface Declared<Service> {
  /**
   * The handle that has the service. A merchant's handle passes the `caller` or the `scope` as the
   * first argument, a payer's handle the payer's credentials, and the engine's own handle nothing.
   */
  readonly handle: "caller" | "scope" | "payer" | "engine"
  readonly operations: OperationsOf<Service>
  /** The operations of the engine's own handle that take a scope. */
  readonly onScope?: ReadonlyArray<keyof Service>
  readonly walks: WalksOf<Service>
}
