import { failureOf } from "../../command/failureOf.ts"
import { type Finding, problem } from "./Finding.ts"

interface Refusal {
  readonly _tag?: unknown
  readonly reason?: unknown
  readonly detail?: unknown
  readonly cause?: unknown
}

const remedies: Readonly<Record<string, string>> = {
  no_store:
    "Check --database. If the deployment is new, start its server once: it creates the store.",
  other_release: "Use the payloom of the release that the server runs.",
  newer_schema: "Update this package to the release that the server runs.",
  foreign: "Check --database: this is the database of another program.",
  not_a_database: "Check --database. A damaged file has to be restored from a backup.",
  not_accessible: "Mend the permissions or the password, and try again as the server's user.",
  old_server: "Update PostgreSQL to 14 or newer.",
  old_sqlite: "Update better-sqlite3.",
  old_node: "Install a newer Node, and start the server with it too.",
  not_durable: "Turn it back on: otherwise a power failure loses payments that were answered.",
  read_only: "Turn default_transaction_read_only off, or use the address of the primary.",
  isolation: "Set default_transaction_isolation of the role to read committed: ALTER ROLE … SET.",
  not_upgradable: "Restore the tables from a backup, or report this.",
  options_invalid: "Correct --database."
}

/** Returns the remedy for a store that was refused, by the reason of its adapter. */
export const remedyOf = (reason: string | null): string | undefined =>
  reason !== null && Object.hasOwn(remedies, reason) ? remedies[reason] : undefined

/** More precise remedies, by the error of PostgreSQL or of its driver. */
const byMessage: ReadonlyArray<readonly [RegExp, string]> = [
  [
    /password authentication failed/,
    "Correct the user or the password in --database. To set another one: ALTER ROLE … PASSWORD."
  ],
  [
    /client password must be a (non-empty )?string/,
    "Add the password to --database: postgres://USER:PASSWORD@HOST/NAME. PGPASSWORD works too."
  ],
  [
    /no pg_hba\.conf entry/,
    "Add a line for this user, database and address to pg_hba.conf, and reload the server."
  ],
  [/database "[^"]*" does not exist/, "Correct the name in --database, or create the database."],
  [/role "[^"]*" (does not exist|is not permitted)/, "Correct the user in --database."],
  [
    /permission denied/,
    "Let the role of the server own the schema payloom: ALTER SCHEMA payloom OWNER TO …, and its " +
      "tables too."
  ],
  [/it is a folder/, "Check --database: it takes the name of a file."],
  [
    /not writable/,
    "Mend the permissions, run this as the user of the server, or mount the disk for writing."
  ],
  [
    /too many clients|remaining connection slots|too many connections/,
    "Raise max_connections, or lower maxConnections of the servers. A pooler shares connections."
  ],
  [/ENOTFOUND|EAI_AGAIN/, "Check the host name in --database, and the DNS."],
  [/ECONNREFUSED/, "Start the database, and check the port in --database."],
  [/timeout|ETIMEDOUT|EHOSTUNREACH/i, "Check the network and the firewall."],
  [/locked|busy/i, "Another program locks the database: end it."]
]

/** Returns the finding for a store that was not opened. */
export const openingFinding = (error: unknown): Finding => {
  const { _tag: tag, reason, cause } = Object(error) as Refusal
  const { message } = failureOf(error)
  if (tag === "SecretMismatch") {
    return problem(
      "secret_of_store",
      "PAYLOOM_SECRET is not the secret with which the store was first used.",
      "Set the secret of the deployment. Look for it where the server gets it."
    )
  }
  if (tag === "StorageIncomplete") {
    return problem(
      "copy",
      "The store is a copy that was not finished.",
      "Run payloom copy again with the same --from and --to."
    )
  }
  if (tag === "StorageHeld") {
    return problem(
      "restore",
      "The store was restored from a backup and is held: no engine starts on it.",
      "Run payloom reconcile --with-providers --setup FILE. It says what is left for you."
    )
  }
  const deeper = cause instanceof Error ? `${cause.message} ${Object(cause).code}` : ""
  const text = `${message} ${deeper}`
  const precise = byMessage.find(([of]) => of.test(text))?.[1]
  const isKnown = tag === "StorageUnavailable" || reason === "not_accessible"
  const general =
    tag === "StorageUnavailable"
      ? "Check that the database runs and can be reached from here."
      : "Correct what the message names."
  return problem(
    "database",
    message,
    (isKnown ? precise : undefined) ?? remedyOf(String(reason)) ?? general
  )
}
