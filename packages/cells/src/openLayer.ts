import { type AnyCollection, EngineCollections, Storage } from "@payloom/core"
import { Context, Effect, Layer } from "effect"

/** Opens a storage with the tables of some collections, until the scope ends. */
export const openLayer = <E>(
  layer: Layer.Layer<Storage, E>,
  collections: ReadonlyArray<AnyCollection>
) =>
  Effect.map(
    Layer.build(Layer.provide(layer, Layer.succeed(EngineCollections, collections))),
    (context) => Context.get(context, Storage)
  )
