import { Context, Effect } from "effect"
import { type InvalidInput, parameterInvalid } from "../../kernel/input/InvalidInput.ts"

/** The names of the modules of core that this engine was made without. */
export const LeftOut = Context.Reference<ReadonlySet<string>>(
  "@payloom/core/platform/modules/LeftOut",
  { defaultValue: () => new Set() }
)

/** Refuses a field, or a value of it, that needs a module which was left out. */
export const requireModule = (name: string, field: string): Effect.Effect<void, InvalidInput> =>
  Effect.flatMap(LeftOut, (leftOut) =>
    leftOut.has(name)
      ? Effect.fail(
          parameterInvalid(field, `needs the module ${name}, which this engine was made without`)
        )
      : Effect.void
  )
