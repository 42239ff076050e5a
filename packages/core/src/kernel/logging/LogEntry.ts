import { type Layer, Logger, type LogLevel, References, Result } from "effect"
import { causeText, withoutSecrets } from "./causeText.ts"

/** An event inside the engine that no answer reports, for an operator's log. */
export interface LogEntry {
  /** The level, such as `warn` or `error`. */
  readonly level: Lowercase<Exclude<LogLevel.LogLevel, "All" | "None">>
  /** The message, a sentence. */
  readonly message: string
  /**
   * The cause of a failure with its stack. Text that looks like a secret or a card number is
   * withheld.
   */
  readonly cause?: string
  /** The subject: the `requestId` of a request, or a `job` and its `subject`. */
  readonly about: Readonly<Record<string, unknown>>
}

/**
 * Passes log entries of the engine to a hook in place of the console. Ignores errors of the hook.
 */
export const logTo = (onLog: (entry: LogEntry) => void): Layer.Layer<never> =>
  Logger.layer([
    Logger.make<unknown, void>((logged) => {
      Result.try(() => onLog(entryOf(logged)))
    })
  ])

const entryOf = ({ logLevel, message, cause, fiber }: Logger.Options<unknown>): LogEntry => ({
  level: logLevel.toLowerCase() as LogEntry["level"],
  message: withoutSecrets([message].flat().map(String).join(" ")),
  ...(cause.reasons.length === 0 ? {} : { cause: causeText(cause) }),
  about: fiber.getRef(References.CurrentLogAnnotations)
})
