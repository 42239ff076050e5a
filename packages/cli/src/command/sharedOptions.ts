import type { Needs } from "./Command.ts"
import { flag, type Parameters, text, type ValuesOf } from "./options.ts"

const json = { json: flag("Print JSON: one document, or one document a line.") }

const database = {
  database: text("The database: a SQLite file or postgres://… (PAYLOOM_DATABASE).", {
    placeholder: "STORE"
  }),
  setup: text("The module of the engine's setup, instead of a database (PAYLOOM_SETUP).", {
    placeholder: "FILE"
  }),
  tenant: text("The tenant: its id or its reference (PAYLOOM_TENANT).", { placeholder: "TENANT" }),
  mode: text("The mode, test unless given (PAYLOOM_MODE).", {
    placeholder: "MODE",
    choices: ["test", "live"]
  })
}

const server = {
  url: text("The URL of a server, instead of a database (PAYLOOM_URL).", { placeholder: "URL" })
}

/** The options that name a database or a server. */
export const targetOptions = { ...database, ...server }

/** The options that every command of a kind has. */
export const sharedOptions: Readonly<Record<Needs, Parameters>> = {
  nothing: json,
  database: { ...json, ...database },
  either: { ...json, ...targetOptions }
}

/** The values of the options that name a database or a server. Absent ones were not given. */
export type TargetOptions = Partial<ValuesOf<typeof targetOptions>>
