// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import type { MonthFigures } from "@payloom/testkit"
import { type Audit, audit } from "./audit.ts"
import { booksOf } from "./books.ts"
import { simulate, type Trial } from "./simulate.ts"

/** The part of the simulation that a process runs. */
export interface PartSetup extends Omit<Trial, "onProgress" | "storage"> {
  /** True if the parent process shows the figures of each month. */
  readonly isDrawn: boolean
}

/** A message to the parent process. Memory is in MiB. */
export type PartMessage =
  | {
      readonly _tag: "Progress"
      readonly share: number
      readonly month: string
      readonly rssMiB: number
    }
  | { readonly _tag: "Lived"; readonly tookMs: number }
  | {
      readonly _tag: "Audited"
      readonly audit: Audit
      readonly figures: ReadonlyArray<MonthFigures>
    }

const send = (message: PartMessage, done?: () => void): void => {
  process.send?.(message, undefined, undefined, done)
}

// The parent process has ended, so the work is of no use any more.
process.on("disconnect", () => process.exit())

const { isDrawn, ...trial } = JSON.parse(process.argv[2] ?? "") as PartSetup
const simulated = await simulate({
  ...trial,
  storage: null,
  onProgress: (share, month) => {
    const rssMiB = Math.round(process.memoryUsage.rss() / 2 ** 20)
    send({ _tag: "Progress", share, month, rssMiB })
  }
})
const { lab, bank, lives, end, tookMs } = simulated
send({ _tag: "Lived", tookMs })
const found = await audit(lives, await booksOf(simulated), end)
const figures = isDrawn ? await lab.figures() : []
await lab.close()
bank.close()
send({ _tag: "Audited", audit: found, figures }, () => process.disconnect())
