import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Ran, run } from "./workspace.ts"

/** Checks the HTTP adapter's OpenAPI document by the rules in `redocly.yaml`. */
export const lintOpenApi = (): Ran => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-openapi-"))
  const file = join(folder, "openapi.json")
  const written = run("node", ["--conditions=source", "tools/src/writeOpenApi.ts", file])
  const linted = written.ok ? run("redocly", ["lint", file, "--config", "redocly.yaml"]) : written
  rmSync(folder, { recursive: true, force: true })
  return linted
}
