import type { Storage } from "@payloom/core"
import { storageBy } from "@payloom/testkit"
import { Effect, Option } from "effect"

type Port = Storage["Service"]

/**
 * Returns a storage that writes down each read: what was read, and how many rows were found. The
 * time that an answer takes depends on them.
 */
export const readStorage =
  (reads: Array<string>) =>
  (storage: Port): Port => ({
    ...storageBy((question, of) =>
      Effect.tap(question(storage), (answer) =>
        Effect.sync(() => {
          if (of !== undefined) reads.push(`${of.name} (${foundIn(answer)})`)
        })
      )
    ),
    // A commit is not a read.
    commit: storage.commit
  })

const foundIn = (answer: unknown): number => {
  if (Option.isOption(answer)) return Option.isSome(answer) ? 1 : 0
  return Array.isArray(answer) ? answer.length : 1
}
