import type { Follower } from "../payments/charges/Follower.ts"
import type { EngineModule } from "../platform/modules/EngineModule.ts"
import type { ModuleEvent } from "./ModuleEvent.ts"
import type { ModuleFollower } from "./ModuleFollower.ts"
import type { ModuleNames } from "./ModuleNames.ts"
import type { AnyModuleOperation } from "./ModuleOperation.ts"
import type { PersonalRows } from "./PersonalRows.ts"

/** The operations of a module, by service. */
export type ModuleOperations = Readonly<
  Record<string, Readonly<Record<string, AnyModuleOperation>>>
>

/** A module that `defineModule` made, as `modules` of `Payloom.make` takes it. */
export interface Module<out Operations = unknown, out Event extends ModuleEvent = ModuleEvent>
  extends EngineModule<Follower> {
  /** Its followers of payments. */
  readonly paymentFollowers: ReadonlyArray<ModuleFollower>
  /** The names that belong to it. */
  readonly names: ModuleNames
  /** The operations as they were defined. */
  readonly operations: Operations
  /** The event types as they were defined. */
  readonly eventTypes: ReadonlyArray<Event>
  /** The tags of the errors of its operations. */
  readonly errorTags: ReadonlyArray<string>
  /** The ledger accounts as they were defined. */
  readonly accounts: ReadonlyArray<string>
  /** The rows that have personal data. */
  readonly personal: ReadonlyArray<PersonalRows>
}
