import Database from "better-sqlite3"
import { openStorage } from "./openTestStorage.ts"

// A process that may do nothing by right opens a file, and prints what came of it.

// The driver's native code is loaded now: it may lie where only root can read.
new Database(":memory:").close()
const nobody = 65534
if (process.getuid?.() === 0) {
  process.setgid?.(nobody)
  process.setuid?.(nobody)
}
const [path = ""] = process.argv.slice(2)
const { reason, detail } = await openStorage(path).then(
  async ({ close }) => {
    await close()
    return { reason: "opened", detail: "" }
  },
  (refusal) => refusal
)
process.stdout.write(JSON.stringify({ reason, detail }))
