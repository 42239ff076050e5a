import { pino } from "pino"

/** Structured logs on standard error, one JSON object a line; nothing secret is ever handed in. */
export const log = pino(
  {
    base: null,
    messageKey: "message",
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level) => ({ level }) }
  },
  pino.destination({ fd: 2, sync: true })
)
