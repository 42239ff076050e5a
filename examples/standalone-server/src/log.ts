import { pino } from "pino"

/** Writes structured logs to standard error, one JSON object a line. Secrets are never logged. */
export const log = pino(
  {
    base: null,
    messageKey: "message",
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) }
  },
  pino.destination({ fd: 2, sync: true })
)
