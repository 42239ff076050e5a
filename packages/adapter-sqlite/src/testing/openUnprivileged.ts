import Database from "better-sqlite3"
import { openStorage } from "./openTestStorage.ts"

// A process without privileges opens a file, and prints the result.

// Loads the driver's native code now, because only root may be able to read it.
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
