import { type Layer, Logger, type LogLevel, References, Result } from "effect"
import { causeText, withoutSecrets } from "./causeText.ts"

/** Something that went on inside of the engine and that no answer tells, for an operator's log. */
export interface LogEntry {
  /** Such as `warn` or `error`. */
  readonly level: Lowercase<Exclude<LogLevel.LogLevel, "All" | "None">>
  /** What went on, as a sentence. */
  readonly message: string
  /** Why, where something failed, with its stack; what looks secret or like a card is withheld. */
  readonly cause?: string
  /** What it was about: the `requestId` of a request, or a `job` and its `subject`. */
  readonly about: Readonly<Record<string, unknown>>
}

/** Hands to a hook, in place of the console, what the engine logs. A hook that throws is let be. */
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
