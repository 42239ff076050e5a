import { type MovedTenant, moveTenant } from "@payloom/cells"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { trialCells } from "@payloom/example-kit/trialCells"
import { Clock, Effect } from "effect"

/** The move of a tenant by a process of its own. */
export interface MoverSetup {
  /** The folder with the files of the cells. */
  readonly folder: string
  readonly cells: number
  readonly tenant: string
  readonly to: string
  /** The lead of the engines' clocks over the machine's clock, in milliseconds. */
  readonly aheadMs: number
}

/** A message of a mover: it has begun to move rows, it has finished, or it failed. */
export type MoverReport = "moving" | { readonly moved: MovedTenant } | { readonly failed: string }

const { folder, cells, tenant, to, aheadMs }: MoverSetup = JSON.parse(process.argv[2] ?? "")
const report = (what: MoverReport) =>
  new Promise<void>((sent) => {
    process.send?.(what, () => sent())
  })

// The parent process has ended.
process.on("disconnect", () => process.exit())

let isMoving = false
const move = {
  tenant,
  to,
  onProgress: () => {
    if (!isMoving) void report("moving")
    isMoving = true
  }
}
const moving = Effect.provideService(
  moveTenant(trialCells(folder, cells), move),
  Clock.Clock,
  aheadClock(aheadMs)
)
await Effect.runPromise(moving).then(
  (moved) => report({ moved }),
  (error: unknown) => report({ failed: String(error) })
)
process.disconnect()
