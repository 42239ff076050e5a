import { Effect, Logger } from "effect"
import type { Run } from "../../command/Command.ts"
import { copyStore } from "../../copyStore.ts"
import { assertLocations } from "../../locations.ts"
import { progressBar } from "../../output/progressBar.ts"
import { storageAt } from "../../storageAt.ts"
import { copiedOutput } from "./copiedOutput.ts"

interface Given {
  readonly from: string
  readonly to: string
  readonly verify: boolean
}

/** Short, because a person waits and may have mistyped an address. */
const openTimeoutMs = 10_000

/** Copies a store, and proves the copy. */
export const copy: Run<Given, "nothing"> = async ({ from, to, verify }, { terminal, json }) => {
  const started = performance.now()
  const bar = progressBar(terminal, !json)
  try {
    await assertLocations(from, to)
    const copied = await Effect.runPromise(
      copyStore({
        from: storageAt(from, { openTimeoutMs }),
        to: storageAt(to, { openTimeoutMs }),
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
