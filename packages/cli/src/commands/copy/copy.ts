import { cells } from "@payloom/cells"
import { Effect, Logger } from "effect"
import type { Run } from "../../command/Command.ts"
import type { Terminal } from "../../command/Terminal.ts"
import { UsageError } from "../../command/UsageError.ts"
import { type CopyOptions, copyStore } from "../../copyStore.ts"
import { assertLocations, assertSource } from "../../locations.ts"
import { progressBar } from "../../output/progressBar.ts"
import { storageAt } from "../../storageAt.ts"
import { cellsIn } from "../cells/cellsIn.ts"
import { copiedOutput } from "./copiedOutput.ts"

interface Given {
  readonly from: string
  readonly to: string | undefined
  readonly toSetup: string | undefined
  readonly verify: boolean
}

/** Short, because a person waits and may have mistyped an address. */
const openTimeoutMs = 10_000

/** Copies a store, and proves the copy. */
export const copy: Run<Given, "nothing"> = async (given, { terminal, json }) => {
  const { from, verify } = given
  const started = performance.now()
  const bar = progressBar(terminal, !json)
  try {
    const target = await targetOf(given, terminal)
    const copied = await Effect.runPromise(
      copyStore<unknown>({
        from: storageAt(from, { openTimeoutMs }),
        ...target,
        verifyOnly: verify,
        onProgress: ({ phase, collection, share, rows }) =>
          bar.show(share, `${phase === "copy" ? "copying" : "proving"} ${collection}, ${rows} rows`)
      }).pipe(Effect.provide(Logger.layer([])))
    )
    return copiedOutput(copied, Math.round((performance.now() - started) / 100) / 10)
  } finally {
    bar.end()
  }
}

/** Returns the storage to copy to: a database, or the cells of a setup with its modules. */
const targetOf = async (
  { from, to, toSetup }: Given,
  terminal: Terminal
): Promise<Pick<CopyOptions<unknown>, "to" | "modules">> => {
  if (to !== undefined && toSetup !== undefined) {
    throw new UsageError("--to and --to-setup can't be combined: give one of them.")
  }
  if (toSetup !== undefined) {
    await assertSource(from)
    const { storages, modules } = await cellsIn(toSetup, terminal)
    return { to: cells(storages), modules }
  }
  if (to === undefined) {
    throw new UsageError(
      "--to is missing: it takes the name of a file, or an address. For cells, give --to-setup."
    )
  }
  await assertLocations(from, to)
  return { to: storageAt(to, { openTimeoutMs }) }
}
