import type { HttpComparisons } from "./http.ts"
import type { Line } from "./report.ts"

/** Returns the lines of requests over HTTP. */
export const httpLines = ({
  create,
  retrieve,
  session,
  createAudited,
  sessionAudited
}: HttpComparisons): ReadonlyArray<Line> => [
  {
    name: "create_payment_http_32",
    value: create.ratio,
    bound: ">= 0.6",
    meaning:
      "rate over HTTP, compared with a bare Hono route that makes the raw grouped commits, " +
      "without the entry of the audit log"
  },
  {
    name: "create_payment_http_32_audited",
    value: createAudited.ratio,
    bound: "",
    meaning: "the same, compared with a bare route that writes that entry too"
  },
  {
    name: "retrieve_payment_http",
    value: retrieve.ratio,
    bound: ">= 0.5",
    meaning: "rate over HTTP, compared with a bare Hono route that answers bytes from a Map"
  },
  {
    name: "session_create_http",
    value: session.ratio,
    bound: "",
    meaning:
      "rate over HTTP, compared with a bare Hono route that makes the raw grouped commit, " +
      "without the entry of the audit log"
  },
  {
    name: "session_create_http_audited",
    value: sessionAudited.ratio,
    bound: "",
    meaning: "the same, compared with a bare route that writes that entry too"
  }
]

/** Returns the durations of requests over HTTP, and of those to the bare routes. */
export const httpMicroseconds = (http: HttpComparisons) => ({
  create_payment_http_32_us: http.create.subject,
  bare_create_http_32_us: http.create.reference,
  retrieve_payment_http_us: http.retrieve.subject,
  bare_retrieve_http_us: http.retrieve.reference,
  session_create_http_32_us: http.session.subject,
  bare_session_http_32_us: http.session.reference,
  audited_create_http_32_us: http.createAudited.reference,
  audited_session_http_32_us: http.sessionAudited.reference
})
