import { writeSync } from "node:fs"
import { Notes, noteId, Records, withSteps } from "./notes.ts"
import { openStorage } from "./openTestStorage.ts"

// A process that upgrades a file, prints when it reaches the second collection's last row, and
// hangs there.

const [path = "", last = "0"] = process.argv.slice(2)
const changed = withSteps(Notes, (older) => ({ ...older, status: "changed" }))
const hanging = withSteps(Records, (older) => {
  if (older.id === noteId(Number(last))) {
    writeSync(1, "there\n")
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  return { ...older, status: "changed" }
})
await openStorage(path, { collections: [changed, hanging] })
