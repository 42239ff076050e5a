import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { progressBar } from "./progressBar.ts"

/** The folder of a trial, and the function that shows its progress. */
export interface Trial {
  readonly folder: string
  readonly onProgress: ReturnType<typeof progressBar>["show"]
}

/**
 * Runs a trial in a temporary folder, and prints its result as JSON or as a text. Without `textOf`,
 * the text is a list of its fields.
 */
export const runTrial = async <Result extends object>(
  name: string,
  asJson: boolean,
  run: (trial: Trial) => Promise<Result>,
  textOf: (result: Result) => string = fieldsOf
): Promise<Result> => {
  const folder = mkdtempSync(join(tmpdir(), `payloom-${name}-`))
  const bar = progressBar()
  try {
    const result = await run({ folder, onProgress: bar.show })
    bar.end()
    process.stdout.write(`${asJson ? JSON.stringify(result) : textOf(result)}\n`)
    return result
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const fieldsOf = (result: object): string =>
  Object.entries(result)
    .map(([field, value]) => `${field.padEnd(20)}${JSON.stringify(value)}`)
    .join("\n")
