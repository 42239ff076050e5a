import { backUpStore } from "../../backup/backUpStore.ts"
import type { Run } from "../../command/Command.ts"
import { timeText } from "../../output/format.ts"
import { progressBar } from "../../output/progressBar.ts"
import { fileAt } from "../../target/fileAt.ts"

interface Given {
  readonly from: string
  readonly to: string
}

/** Backs up a store, and returns the manifest. */
export const backup: Run<Given, "nothing"> = async (given, { terminal, json, signal }) => {
  const bar = progressBar(terminal, !json)
  try {
    const manifest = await backUpStore({
      from: fileAt(terminal, given.from),
      to: fileAt(terminal, given.to),
      signal,
      onProgress: ({ share, phase }) => bar.show(share, phase === "copy" ? "copying" : "checking")
    })
    const { collections, bytes, sha256, takenAt } = manifest
    const rows = Object.values(collections).reduce((sum, count) => sum + count, 0)
    return {
      kind: "value",
      sections: [
        {
          title: given.to,
          fields: [
            ["Taken", `${timeText(takenAt)} UTC`],
            ["Rows", `${rows}`],
            ["Bytes", `${bytes}`],
            ["SHA-256", sha256]
          ]
        }
      ],
      json: manifest
    }
  } finally {
    bar.end()
  }
}
