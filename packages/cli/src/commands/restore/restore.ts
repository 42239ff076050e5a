import { restoreStore } from "../../backup/backUpStore.ts"
import type { Run } from "../../command/Command.ts"
import { timeText } from "../../output/format.ts"
import { fileAt } from "../../target/fileAt.ts"

interface Given {
  readonly from: string
  readonly to: string
}

/** Restores a backup, and says what to do next. */
export const restore: Run<Given, "nothing"> = async (given, { terminal, signal }) => {
  const restored = await restoreStore({
    from: fileAt(terminal, given.from),
    to: fileAt(terminal, given.to),
    signal
  })
  const { next, manifest } = restored
  return {
    kind: "value",
    sections: [
      { title: `${given.to} has the store of ${timeText(manifest.takenAt)} UTC.`, lines: next }
    ],
    json: restored
  }
}
