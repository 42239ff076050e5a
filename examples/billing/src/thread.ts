// As an application may: compiled decoders.
import "effect/schema/SchemaJITCompiler/enable"
import { mkdirSync } from "node:fs"
import { parentPort, workerData } from "node:worker_threads"
import type { MonthFigures } from "@payloom/testkit"
import { type Audit, audit } from "./audit.ts"
import { booksOf } from "./books.ts"
import { simulate, type Trial } from "./simulate.ts"

/** What a thread tells of its part. */
export type Told =
  | { readonly _tag: "Progress"; readonly share: number; readonly month: string }
  | { readonly _tag: "Lived"; readonly tookMs: number }
  | {
      readonly _tag: "Audited"
      readonly audit: Audit
      readonly figures: ReadonlyArray<MonthFigures>
    }

const tell = (told: Told): void => parentPort?.postMessage(told)

const { isDrawn, ...trial } = workerData as Omit<Trial, "onProgress"> & { isDrawn: boolean }
mkdirSync(trial.folder)
const simulated = await simulate({
  ...trial,
  onProgress: (share, month) => tell({ _tag: "Progress", share, month })
})
const { lab, bank, lives, end, tookMs } = simulated
tell({ _tag: "Lived", tookMs })
const found = await audit(lives, await booksOf(simulated), end)
tell({ _tag: "Audited", audit: found, figures: isDrawn ? await lab.figures() : [] })
await lab.close()
bank.close()
