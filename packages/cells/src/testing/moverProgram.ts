import { sqlite } from "@payloom/adapter-sqlite"
import { Effect } from "effect"
import { moveTenant } from "../moves/moveTenant.ts"

// Moves a tenant between cells in the files of a folder, and prints each stage: folder, tenant, to.
const [folder = "", tenant = "", to = ""] = process.argv.slice(2)

const file = (name: string) => sqlite(`${folder}/${name}.db`)

await Effect.runPromise(
  moveTenant(
    { directory: file("directory"), cells: { a: file("a"), b: file("b") } },
    { tenant, to, onProgress: ({ stage }) => process.stdout.write(`${stage}\n`) }
  )
)
