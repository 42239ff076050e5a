import type { EngineServices } from "./operations/ServicesApi.ts"

/** The services by name. */
export type ServiceName = keyof EngineServices<"declared">

type WalkName = "iterate" | `iterate${string}`

/** The operations of a service without its iterators, which are derived from its lists. */
export type OperationsOf<Service> = {
  readonly [Name in keyof Service as Name extends WalkName ? never : Name]: Service[Name]
}
