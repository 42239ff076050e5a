import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { progressBar } from "./progressBar.ts"

/** The folder of a trial, and the function that shows its progress. */
export interface Trial {
  readonly folder: string
  readonly onProgress: ReturnType<typeof progressBar>["show"]
}

/** Runs a trial in a temporary folder, and prints its result as a list or as JSON. */
export const runTrial = async <Result extends object>(
  name: string,
  asJson: boolean,
  run: (trial: Trial) => Promise<Result>
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), `payloom-${name}-`))
  const bar = progressBar(!asJson)
  try {
    const result = await run({ folder, onProgress: bar.show })
    bar.end()
    const lines = Object.entries(result).map(
      ([field, value]) => `${field.padEnd(20)}${JSON.stringify(value)}\n`
    )
    process.stdout.write(asJson ? `${JSON.stringify(result)}\n` : lines.join(""))
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
