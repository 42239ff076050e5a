import { Effect } from "effect"

/** Returns the life of a process. After its death its calls are never answered. */
export const mortality = () => {
  let isDead = false
  const end = Promise.withResolvers<"died">()
  return {
    /** The death. It is never answered. */
    die: Effect.suspend(() => {
      isDead = true
      end.resolve("died")
      return Effect.never
    }),
    /** Makes a call that a dead process neither sends nor sees answered. */
    living: <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A, E> =>
      Effect.suspend(() =>
        isDead
          ? Effect.never
          : Effect.flatMap(call, (answer) => (isDead ? Effect.never : Effect.succeed(answer)))
      ),
    /** Runs an effect of the process, until it ends or the process dies. */
    run: <A>(effect: Effect.Effect<A, unknown>): Promise<A | "died"> =>
      Promise.race([Effect.runPromise(effect), end.promise])
  }
}
