import type { EventDeclaration } from "../events/EventDeclaration.ts"
import type { JobDeclaration } from "../jobs/JobDeclaration.ts"
import type { HttpRoute } from "../routes/HttpRoute.ts"
import type { Collection, Row } from "../storage/Collection.ts"
import type { AnyOperation, ServiceDeclaration } from "./ServiceDeclaration.ts"

/** A collection of any rows. */
export type AnyCollection = Collection<Row>

/**
 * A subject of the engine as one value: what it stores, what it offers, what it does later, and
 * what it reports. The engine is the sum of its modules. Each room of core has one, and
 * `defineModule` makes those of others.
 *
 * `Follower` is the type of subjects that take part in the decision of a charge.
 */
export interface EngineModule<Follower = never> {
  readonly name: string
  /** The rows that it stores. */
  readonly collections: ReadonlyArray<AnyCollection>
  /** Its operations, by service. */
  readonly services: Readonly<Record<string, ServiceDeclaration>>
  /** Its operations on services of other modules. They are left out with these services. */
  readonly addsTo?: Readonly<Record<string, Readonly<Record<string, AnyOperation>>>>
  /** The HTTP routes of its operations. */
  readonly routes: ReadonlyArray<HttpRoute>
  /** The descriptions of its groups of routes, by their tags. */
  readonly tags: Readonly<Record<string, string>>
  /** The types of events that merchants can see. */
  readonly events: Readonly<Record<string, EventDeclaration>>
  /** Its kinds of jobs. */
  readonly jobs: Readonly<Record<string, JobDeclaration>>
  /** The subjects that take part in the decision of a charge. */
  readonly followers: ReadonlyArray<Follower>
}
