import type { Serving } from "@payloom/adapter-http/node"
import type { BoundPort } from "@payloom/example-kit/boundPort"
import type { Deployment } from "./deployment.ts"
import type { ServerOptions } from "./options.ts"

/** The dependencies of a scene. */
export interface Stage {
  readonly options: ServerOptions
  readonly bound: BoundPort
  readonly deployment: Deployment
  /** Aborted once the server has to stop. */
  readonly stopping: AbortSignal
}

/** A running server with its messages. */
export interface Scene {
  readonly serving: Serving
  /** The message for people. */
  readonly welcome: string
  /** The message for scripts, printed as one line of JSON. */
  readonly printed: object
}
