import { parseArgs } from "node:util"

/** The help of `npm run simulate`. */
export const usage = `npm run simulate -- --seeds N [--seed S] [--minutes M] [--json]

  --seeds N    Run this many seeds. Default: 100.
  --seed S     Begin with this seed. With --seeds 1, run it alone and print its timeline.
  --minutes M  Begin no seed after this many minutes.
  --json       Print the result as one JSON document, and progress to the standard error.`

/** The options of the command. */
export interface CommandOptions {
  readonly seeds: number
  /** A seed with a goal, such as `7~payments.create 2 dies_after`, is run alone. */
  readonly seed: string
  /** Null for no limit. */
  readonly minutes: number | null
  readonly json: boolean
  readonly help: boolean
}

/** Reads the arguments of the command. Throws an error that names the wrong one. */
export const readOptions = (args: ReadonlyArray<string>): CommandOptions => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seeds: { type: "string", default: "100" },
      seed: { type: "string", default: "1" },
      minutes: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false }
    }
  })
  const seeds = whole("seeds", values.seeds)
  if (seeds > 1) whole("seed", values.seed)
  const minutes = values.minutes === undefined ? null : positive("minutes", values.minutes)
  return { ...values, seeds, minutes }
}

const positive = (option: string, text: string): number => {
  const number = Number(text)
  if (Number.isFinite(number) && number > 0) return number
  throw new Error(`--${option} is ${text}: give a number above 0.`)
}

/** Reads an option that is a whole number above 0. Throws an error that names a wrong one. */
export const whole = (option: string, text: string): number => {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number > 0) return number
  throw new Error(`--${option} is ${text}: give a whole number above 0.`)
}
