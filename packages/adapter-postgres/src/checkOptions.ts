import { optionsComplaint, reasonOf } from "@payloom/core"
import pg from "pg"
import { defaultSchema, type PostgresOptions } from "./PostgresOptions.ts"
import { PostgresRefused } from "./PostgresRefused.ts"

/** The longest time in milliseconds that a timer and a setting of the server can hold. */
const longestMs = 2 ** 31 - 1

/** Throws `PostgresRefused` for the first option that is not valid. */
export const checkOptions = (options: PostgresOptions): void => {
  assertOptions(options)
  const { connection, schema, maxConnections, timeoutMs, openTimeoutMs } = options
  const refused = (detail: string, cause?: unknown) =>
    new PostgresRefused({
      reason: "options_invalid",
      schema: typeof schema === "string" ? schema : defaultSchema,
      detail,
      ...(cause === undefined ? {} : { cause })
    })
  const isPool = typeof connection === "object" && typeof connection?.connect === "function"
  if (!isPool) {
    if (connection === undefined) {
      throw refused(
        "connection is required: an address, such as postgres://host/database, or a pool"
      )
    }
    if (typeof connection !== "string" || connection.trim() === "") {
      throw refused("connection must be an address, such as postgres://host/database, or a pool")
    }
    // The driver would take any other text for the name of a database on this machine.
    if (!/^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(connection.trim())) {
      throw refused("connection must begin with postgres://, as in postgres://host/database")
    }
    assertReadable(connection, refused)
  }
  if (schema !== undefined && !/^[a-z][a-z0-9_]{0,39}$/.test(schema)) {
    throw refused("schema must be 1 to 40 lower-case letters, digits or _, a letter first")
  }
  const numbers = [
    ["maxConnections", maxConnections, 1],
    ["timeoutMs", timeoutMs, 1],
    ["openTimeoutMs", openTimeoutMs, 0]
  ] as const
  for (const [name, value, least] of numbers) {
    if (value === undefined) continue
    if (!Number.isInteger(value) || value < least || value > longestMs) {
      const given = typeof value === "number" ? `${value}` : `a ${typeof value}`
      throw refused(`${name} must be a whole number from ${least} to ${longestMs}, but is ${given}`)
    }
  }
  checkPartitions(options, refused)
  checkCitus(options, refused)
  for (const name of booleans) {
    if (!["boolean", "undefined"].includes(typeof options[name])) {
      throw refused(`${name} must be true or false, or be left out`)
    }
  }
}

const checkPartitions = (
  { partitions, eventRetentionMonths: months }: PostgresOptions,
  refused: (detail: string) => PostgresRefused
): void => {
  if (partitions !== undefined && partitions !== "monthly") {
    throw refused('partitions must be "monthly", or be left out')
  }
  if (months === undefined) return
  if (!Number.isInteger(months) || months < fewestMonths) {
    throw refused(`eventRetentionMonths must be a whole number from ${fewestMonths}`)
  }
  if (partitions === undefined) {
    throw refused('eventRetentionMonths needs partitions: "monthly"')
  }
}

const checkCitus = (
  { connection, citus, partitions, rowLevelSecurity }: PostgresOptions,
  refused: (detail: string) => PostgresRefused
): void => {
  if (citus !== true) return
  if (typeof connection !== "string" || !URL.canParse(connection)) {
    throw refused("connection must be the coordinator's address if citus is true")
  }
  if (partitions !== undefined) throw refused("partitions must be left out if citus is true")
  if (rowLevelSecurity === true) throw refused("rowLevelSecurity must be left out if citus is true")
}

/** Consumers and retried webhooks read events of the month before the present one. */
const fewestMonths = 2

const known: Readonly<Record<keyof PostgresOptions, "any">> = {
  connection: "any",
  schema: "any",
  maxConnections: "any",
  timeoutMs: "any",
  openTimeoutMs: "any",
  rowLevelSecurity: "any",
  listen: "any",
  namedStatements: "any",
  partitions: "any",
  eventRetentionMonths: "any",
  citus: "any",
  collections: "any",
  upgrade: "any"
}

const assertOptions = (options: unknown): void => {
  const refused = (detail: string) =>
    new PostgresRefused({ reason: "options_invalid", schema: defaultSchema, detail })
  if (typeof options !== "object" || options === null || "connect" in options) {
    throw refused(
      'the options must be an object, such as { connection: "postgres://host/database" }'
    )
  }
  const complaint = optionsComplaint(options, known)
  if (complaint !== null) throw refused(complaint)
}

const booleans = ["rowLevelSecurity", "listen", "namedStatements", "citus", "upgrade"] as const

/** The driver reads an address, and the certificates that it names, when it creates a client. */
const assertReadable = (
  connection: string,
  refused: (detail: string, cause: unknown) => PostgresRefused
): void => {
  try {
    new pg.Client(connection)
  } catch (cause) {
    const reason = reasonOf(cause)
    throw refused(`connection can't be read as an address (${reason})`, cause)
  }
}
