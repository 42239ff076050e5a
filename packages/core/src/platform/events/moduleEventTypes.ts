import { Context, Effect, Schema } from "effect"
import { EventType } from "./EventRecord.ts"

/** The event types of this engine's modules of others. */
export const ModuleEventTypes = Context.Reference<ReadonlyArray<string>>(
  "@payloom/core/platform/events/ModuleEventTypes",
  { defaultValue: () => none }
)

const none: ReadonlyArray<string> = []

/** Returns the schema of the published event types of core and of modules. */
export const publishedTypes = (ofModules: ReadonlyArray<string>): Schema.Codec<EventType> =>
  ofModules.length === 0
    ? EventType
    : (Schema.Literals([...EventType.literals, ...ofModules]) as unknown as Schema.Codec<EventType>)

/**
 * Returns a value that depends on the event types of the modules, such as a checker of input. It is
 * made once for each engine.
 */
export const byModuleEventTypes = <A>(make: (ofModules: ReadonlyArray<string>) => A) => {
  const made = new WeakMap<ReadonlyArray<string>, A>()
  const of = (ofModules: ReadonlyArray<string>): A => {
    const value = made.get(ofModules) ?? make(ofModules)
    made.set(ofModules, value)
    return value
  }
  return { of, current: Effect.map(ModuleEventTypes, of) }
}
