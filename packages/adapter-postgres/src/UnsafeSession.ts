import type { PostgresRefused } from "./PostgresRefused.ts"
import { type Line, text } from "./Statement.ts"

/** A connection has settings with which a commit of the engine would not be safe. */
export class UnsafeSession extends Error {
  readonly reason: PostgresRefused["reason"]

  constructor(reason: PostgresRefused["reason"], message: string) {
    super(message)
    this.reason = reason
  }
}

/**
 * The columns that {@link unsafetyOf} reads, for a condition that is true on a direct connection. A
 * pooler's other clients may have changed the settings of the server's process. So only its
 * defaults count there, and each transaction is made durable by itself.
 */
export const settingColumns = (isDirect: string): string =>
  `CASE WHEN ${isDirect} THEN current_setting('synchronous_commit') END,
   CASE WHEN ${isDirect} THEN current_setting('transaction_isolation') ELSE
     (SELECT reset_val FROM pg_settings WHERE name = 'default_transaction_isolation') END`

/** Returns what is unsafe about a connection, from columns that begin at `from`. */
export const unsafetyOf = (
  line: Line | undefined,
  from: number,
  isIsolationSet: boolean
): UnsafeSession | null => {
  if (text(line, from) === "off") {
    return new UnsafeSession("not_durable", "synchronous_commit is off")
  }
  const isolation = text(line, from + 1)
  return isIsolationSet || isolation === "read committed"
    ? null
    : new UnsafeSession(
        "isolation",
        `default_transaction_isolation is ${isolation}, but the engine needs read committed: ` +
          "set it with ALTER ROLE, or give the engine a pool of its own"
      )
}

/**
 * An expression that makes the present transaction durable. Somebody else who had the server's
 * process may have turned `synchronous_commit` off.
 */
export const durably = `CASE WHEN current_setting('synchronous_commit') = 'off'
  THEN set_config('synchronous_commit', 'on', true) END`
