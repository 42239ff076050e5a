import { openStorage } from "./openTestStorage.ts"

// A process that pretends to be an older Node opens a file, and prints the result.

Object.defineProperty(process.versions, "node", { value: "22.17.1" })
const [path = ""] = process.argv.slice(2)
const refusal: unknown = await openStorage(path).catch((error: unknown) => error)
const { sharedObjects } = process.report.getReport() as { sharedObjects: ReadonlyArray<string> }
process.stdout.write(
  JSON.stringify({
    reason: (refusal as { reason?: string }).reason,
    isNativeCodeLoaded: sharedObjects.some((file) => /better-sqlite3.*\.node$/.test(file))
  })
)
