import { Storage, type StoragePort, StorageUnavailable } from "@payloom/core"
import { Effect, Layer } from "effect"

/** A storage that answers until it is cut off. */
export interface Breakable {
  readonly layer: Layer.Layer<Storage>
  readonly cut: (isCut: boolean) => void
}

/** Wraps a storage, so that a test can cut it off. */
export const breakable = (inner: Layer.Layer<Storage>): Breakable => {
  let isDown = false
  const met = <A, E, R>(call: Effect.Effect<A, E, R>) =>
    Effect.suspend(
      (): Effect.Effect<A, E | StorageUnavailable, R> =>
        isDown ? Effect.fail(new StorageUnavailable({ cause: "cable cut" })) : call
    )
  const around = (port: StoragePort) =>
    Object.fromEntries(
      Object.entries(port).map(([name, call]) => [
        name,
        typeof call === "function"
          ? (...given: ReadonlyArray<unknown>) =>
              met((call as (...all: ReadonlyArray<unknown>) => Effect.Effect<unknown>)(...given))
          : call
      ])
    ) as unknown as StoragePort
  return {
    layer: Layer.provide(Layer.effect(Storage, Effect.map(Storage, around)), inner),
    cut: (isCut) => {
      isDown = isCut
    }
  }
}
