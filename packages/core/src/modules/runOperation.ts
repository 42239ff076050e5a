import { Cause, Effect, Predicate, type Schema } from "effect"
import { currentMoment } from "../kernel/ids/Moment.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { InvalidInput, parameterInvalid } from "../kernel/input/InvalidInput.ts"
import { ResourceNotFound } from "../kernel/input/ResourceNotFound.ts"
import { misused } from "../kernel/primitives/misused.ts"
import { type Answer, replayed } from "../platform/idempotency/Answer.ts"
import { claimKey, refused } from "../platform/idempotency/claimKey.ts"
import { InFlightWork } from "../platform/jobs/InFlightWork.ts"
import { CommitConflict, Storage, StorageUnavailable } from "../platform/storage/Storage.ts"
import type { Caller, MutationOptions } from "../platform/tenants/Caller.ts"
import { type AnyModuleError, type AnyModuleErrorClass, moduleErrorAnswer } from "./ModuleError.ts"
import type { ModuleNames } from "./ModuleNames.ts"
import type { MutationDefinition, QueryDefinition } from "./ModuleOperation.ts"
import { moduleCodec } from "./moduleCodec.ts"
import { openContext } from "./openContext.ts"
import { runInModule } from "./runInModule.ts"

type AnyErrors = ReadonlyArray<AnyModuleErrorClass>

/** Returns the operation of a mutation: it claims the key, decides and commits. */
export const mutationOperation = (
  names: ModuleNames,
  name: string,
  definition: MutationDefinition<string, unknown, unknown, AnyErrors>
) => {
  const checkArguments = argumentsOf(definition.path, definition.input)
  const codec = moduleCodec(definition.output)
  return Effect.fnUntraced(function* (caller: Caller, ...given: ReadonlyArray<unknown>) {
    const underway = yield* InFlightWork
    const { id, input, rest } = yield* checkArguments(given)
    const options = rest as MutationOptions
    const { scope, serviceVersion: apiVersion } = caller
    const endpoint = `${names.name}.${name}`
    const insist = insisting(names)
    const claimed = yield* underway.finish(
      claimKey({ ...caller, endpoint, options, input: [id, input] }, (claim, moment) =>
        Effect.gen(function* () {
          const storage = yield* Storage
          const opened = openContext(names, { ...moment, scope, apiVersion }, storage)
          const deciding = runInModule(names.name, () =>
            definition.decide(opened.context, input, id)
          )
          const decided = yield* Effect.catch(deciding, (thrown) =>
            Effect.catch(refusalOf(names, name)(thrown), (error) =>
              Effect.fail(
                error instanceof StorageUnavailable ? error : refused(error, ...opened.checks())
              )
            )
          )
          assertDecided(names, name, decided)
          const body = codec.toBody(decided.answer)
          const changes = opened.changes(decided.changes)
          yield* Effect.tapError(storage.commit([...claim.answered(body), ...changes]), insist)
          return { value: decided.answer, body, replayed: false } satisfies Answer<unknown>
        })
      )
    )
    return claimed._tag === "Replayed" ? replayed(codec, claimed.body) : claimed.value
  })
}

/** A decision that finds the row after one conflict does not insert it again. */
const mostTaken = 3

/**
 * Returns a check of the conflicts of one call. Throws if the module keeps inserting a row whose
 * unique key or id is taken, which would be repeated until its time is over.
 */
const insisting = ({ name }: ModuleNames) => {
  const taken = new Map<string, number>()
  return (error: unknown): Effect.Effect<void> => {
    if (!(error instanceof CommitConflict) || !error.reason.endsWith("_taken")) return Effect.void
    const { collection, key, reason } = error
    const place = `${collection}/${key}`
    const times = (taken.get(place) ?? 0) + 1
    taken.set(place, times)
    if (times < mostTaken || !collection.startsWith(`${name}_`)) return Effect.void
    const what = reason === "key_taken" ? key : `id ${key}`
    return Effect.die(
      new TypeError(
        `The module ${name} inserts a row of ${collection} whose ${what} is taken: find the row ` +
          "first, and update it."
      )
    )
  }
}

const assertDecided = ({ name: module }: ModuleNames, name: string, decided: unknown): void => {
  if (Predicate.hasProperty(decided, "changes") && Array.isArray(decided.changes)) return
  misused(`${name} of the module ${module} must return { changes, answer }.`)
}

/** Returns the operation of a query. */
export const queryOperation = (
  names: ModuleNames,
  name: string,
  definition: QueryDefinition<string, unknown, unknown, AnyErrors>
) => {
  const checkArguments = argumentsOf(definition.path, definition.input)
  return Effect.fnUntraced(function* (caller: Caller, ...given: ReadonlyArray<unknown>) {
    const storage = yield* Storage
    const { id, input } = yield* checkArguments(given)
    const { scope, serviceVersion: apiVersion } = caller
    const commit = { ...(yield* currentMoment), scope, apiVersion }
    const { now, get, find, page, balance } = openContext(names, commit, storage).context
    const reading = runInModule(names.name, () =>
      definition.read({ now, get, find, page, balance }, input, id)
    )
    return yield* Effect.catch(reading, refusalOf(names, name))
  })
}

type Refusal = AnyModuleError | InvalidInput | ResourceNotFound | StorageUnavailable

/** Fails with a refusal that a module threw. Anything else that it throws is a defect. */
const refusalOf =
  ({ name: module }: ModuleNames, operation: string) =>
  (thrown: unknown): Effect.Effect<never, Refusal> =>
    isRefusal(thrown)
      ? Effect.fail(thrown)
      : Effect.andThen(
          Effect.logWarning(`${operation} of the module ${module} threw.`, Cause.die(thrown)),
          Effect.die(thrown)
        )

const isRefusal = (thrown: unknown): thrown is Refusal =>
  thrown instanceof InvalidInput ||
  thrown instanceof ResourceNotFound ||
  thrown instanceof StorageUnavailable ||
  moduleErrorAnswer(thrown) !== null

/** Returns a check of the arguments after the caller: the id of the path, and the input. */
const argumentsOf = (path: string, schema: Schema.Codec<unknown, unknown> | undefined) => {
  const takesId = path.includes("{id}")
  const checkInput = schema === undefined ? null : inputChecker(schema)
  return Effect.fnUntraced(function* (given: ReadonlyArray<unknown>) {
    const [id, ...others] = takesId ? given : ["", ...given]
    if (typeof id !== "string") return yield* parameterInvalid("id", "must be a string")
    if (checkInput === null) return { id, input: undefined, rest: others[0] }
    const input = yield* Effect.fromResult(checkInput((others[0] ?? {}) as never))
    return { id, input, rest: others[1] }
  })
}
