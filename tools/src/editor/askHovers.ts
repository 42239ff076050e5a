import { join } from "node:path"
import { everyErrorField } from "./everyErrorField.ts"
import { everyOperation } from "./everyOperation.ts"
import { type ExpectedHover, expectedHovers, preamble } from "./expectedHovers.ts"
import { hoverComplaints } from "./hoverComplaints.ts"
import { startLanguageServer } from "./LanguageServer.ts"
import { moduleHovers, modulePreamble } from "./moduleHovers.ts"

/**
 * Prints what can't be read or isn't documented in an editor. TypeScript's language server shows
 * the packages that are installed in a folder. The folder is the argument.
 */
const [folder = "."] = process.argv.slice(2)

const server = await startLanguageServer(folder)

const mark = "‸"

/** Returns the problems of a program and of the hovers of its lines. */
const complaintsOf = async (
  file: string,
  before: string,
  hovers: ReadonlyArray<ExpectedHover>
): Promise<ReadonlyArray<string>> => {
  const head = before.trimEnd().split("\n")
  const lines = [...head, ...hovers.map(({ code }) => code)]
  server.open(file, lines.join("\n").replaceAll(mark, ""))
  const complaints = (await server.errors(file)).map((error) => `${file}: ${error}`)
  for (const [at, expected] of hovers.entries()) {
    const hover = await server.hover(file, head.length + at, expected.code.indexOf(mark))
    for (const complaint of hoverComplaints(expected, hover)) {
      const { signature, documentation } = hover
      complaints.push(`${expected.code}: ${complaint}\n  ${signature}\n  ${documentation}`)
    }
  }
  return complaints
}

const modules = join(folder, "node_modules")
const operations = everyOperation(modules)
const fields = everyErrorField(modules)
const complaints = [
  ...(operations.hovers.length > 80 ? [] : ["Too few operations were found."]),
  ...(fields.hovers.length > 25 ? [] : ["Too few fields of errors were found."]),
  ...(await complaintsOf("operations.ts", operations.preamble, operations.hovers)),
  ...(await complaintsOf("errors.ts", fields.preamble, fields.hovers)),
  ...(await complaintsOf("hovers.ts", preamble, expectedHovers)),
  ...(await complaintsOf("modules.ts", modulePreamble, moduleHovers))
]
await server.close()
process.stdout.write(complaints.map((complaint) => `${complaint}\n`).join(""))
process.exitCode = complaints.length === 0 ? 0 : 1
