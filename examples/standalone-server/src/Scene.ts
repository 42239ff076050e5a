import type { Serving } from "@payloom/adapter-http/node"
import type { BoundPort } from "@payloom/example-kit/boundPort"
import type { Deployment } from "./deployment.ts"
import type { ServerOptions } from "./options.ts"

/** What a server is made on. */
export interface Stage {
  readonly options: ServerOptions
  readonly bound: BoundPort
  readonly deployment: Deployment
  /** Aborted once the server is to stop. */
  readonly stopping: AbortSignal
}

/** A server that serves, and what is said of it. */
export interface Scene {
  readonly serving: Serving
  /** For people. */
  readonly welcome: string
  /** For scripts, as one line of JSON. */
  readonly printed: object
}
