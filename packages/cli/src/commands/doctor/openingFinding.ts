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
  not_upgradable: "Restore the tables from a backup, or report this.",
  options_invalid: "Correct --database."
}

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
  if (tag === "StorageUnavailable") {
    return problem("database", message, unavailableRemedy(cause))
  }
  const remedy = remedies[String(reason)] ?? "Correct what the message names."
  return problem("database", message, remedy)
}

const unavailableRemedy = (cause: unknown): string => {
  const text =
    cause instanceof Error ? `${cause.message} ${String(Object(cause).code)}` : `${cause}`
  if (/ENOTFOUND|EAI_AGAIN/.test(text)) return "Check the host name in --database, and the DNS."
  if (/ECONNREFUSED/.test(text)) return "Start the database, and check the port in --database."
  if (/timeout|ETIMEDOUT|EHOSTUNREACH/i.test(text)) return "Check the network and the firewall."
  if (/locked|busy/i.test(text)) return "Another program locks the database: end it."
  return "Check that the database runs and can be reached from here."
}
