import { restoreStore } from "../../backup/backUpStore.ts"
import type { Run } from "../../command/Command.ts"
import { timeText } from "../../output/format.ts"

interface Given {
  readonly from: string
  readonly to: string
}

/** Restores a backup, and says what to do next. */
export const restore: Run<Given, "nothing"> = async (given) => {
  const restored = await restoreStore(given)
  const { next, manifest } = restored
  return {
    kind: "value",
    sections: [
      { title: `${given.to} has the store of ${timeText(manifest.takenAt)} UTC.`, lines: next }
    ],
    json: restored
  }
}
