import { dirname } from "node:path"
import { pathToFileURL } from "node:url"
import { format } from "node:util"

// Runs the programs whose files are given, one after the other, in one process. Prints a line of
// JSON for each: the lines that it printed, and its error. Each runs in the folder of its file.
const print = process.stdout.write.bind(process.stdout)
for (const file of process.argv.slice(2)) {
  const printed: Array<string> = []
  process.chdir(dirname(file))
  console.log = (...values: ReadonlyArray<unknown>) => {
    printed.push(format(...values))
  }
  const failed = await import(pathToFileURL(file).href).then(
    () => null,
    (error: unknown) => String(error)
  )
  print(`${JSON.stringify({ printed, failed })}\n`)
}
process.exit()
