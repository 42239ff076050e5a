import { writeFileSync } from "node:fs"
import { openApiDocument } from "@payloom/adapter-http"

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error("Which file?")
writeFileSync(file, JSON.stringify(openApiDocument(), null, 2))
