import { cells } from "@payloom/cells"
import { Effect, Logger } from "effect"
import type { Run } from "../../command/Command.ts"
import type { Terminal } from "../../command/Terminal.ts"
import { UsageError } from "../../command/UsageError.ts"
import { type CopyOptions, copyStore } from "../../copyStore.ts"
import { assertLocations } from "../../locations.ts"
import { progressBar } from "../../output/progressBar.ts"
import { storageAt } from "../../storageAt.ts"
import { cellsIn, type SetupCells } from "../cells/cellsIn.ts"
import { copiedOutput } from "./copiedOutput.ts"

interface Given {
  readonly from: string | undefined
  readonly fromSetup: string | undefined
  readonly to: string | undefined
  readonly toSetup: string | undefined
  readonly verify: boolean
}

/** Short, because a person waits and may have mistyped an address. */
const openTimeoutMs = 10_000

/** Copies a store, and proves the copy. */
export const copy: Run<Given, "nothing"> = async (given, { terminal, json }) => {
  const started = performance.now()
  const bar = progressBar(terminal, !json)
  try {
    const stores = await storesOf(given, terminal)
    const copied = await Effect.runPromise(
      copyStore<unknown>({
        ...stores,
        verifyOnly: given.verify,
        onProgress: ({ phase, collection, share, rows }) =>
          bar.show(share, `${phase === "copy" ? "copying" : "proving"} ${collection}, ${rows} rows`)
      }).pipe(Effect.provide(Logger.layer([])))
    )
    return copiedOutput(copied, Math.round((performance.now() - started) / 100) / 10)
  } finally {
    bar.end()
  }
}

/** Returns the storages of a copy: databases, or the cells of a setup with its modules. */
const storesOf = async (
  { from, fromSetup, to, toSetup }: Given,
  terminal: Terminal
): Promise<Pick<CopyOptions<unknown>, "from" | "to" | "modules">> => {
  requireOne("from", from, fromSetup)
  requireOne("to", to, toSetup)
  await assertLocations(from, to)
  const source = fromSetup === undefined ? null : await cellsIn(fromSetup, terminal)
  const target = toSetup === undefined ? null : await cellsIn(toSetup, terminal)
  const storageOf = (own: SetupCells | null, location = "") =>
    own === null ? storageAt(location, { openTimeoutMs }) : cells(own.storages)
  return {
    from: storageOf(source, from),
    to: storageOf(target, to),
    modules: (source ?? target)?.modules ?? []
  }
}

const requireOne = (name: string, location?: string, setup?: string): void => {
  if (location !== undefined && setup !== undefined) {
    throw new UsageError(`--${name} and --${name}-setup can't be combined: give one of them.`)
  }
  if (location !== undefined || setup !== undefined) return
  throw new UsageError(
    `--${name} is missing: it takes the name of a file, or an address. For cells, give ` +
      `--${name}-setup.`
  )
}
