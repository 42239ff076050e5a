import { isIP } from "node:net"
import { connect } from "node:tls"
import { reasonOf, type Scope, type StoragePort, WebhookEndpointCollection } from "@payloom/core"
import { Effect } from "effect"
import { counted } from "../../output/format.ts"
import { type Finding, ok, problem, warning } from "./Finding.ts"

/** A handshake with each of a few servers at the same time takes a second. */
const mostServers = 20
const answerTimeoutMs = 3000
const dayMs = 86_400_000
const soonDays = 14

/** Checks the certificates of the servers that get webhooks, by a TLS handshake with each. */
export const checkCertificates = async (
  storage: StoragePort,
  scopes: ReadonlyArray<Scope>
): Promise<Finding> => {
  const found = new Set<string>()
  for (const scope of scopes) {
    const query = { order: "asc", limit: 20 } as const
    const page = await Effect.runPromise(storage.page(scope, WebhookEndpointCollection, query))
    for (const { row } of page) {
      const isServed = row.status === "enabled" && row.url.startsWith("https:")
      if (isServed) found.add(new URL(row.url).host)
    }
  }
  const some = [...found].slice(0, mostServers)
  return certificateFinding(await Promise.all(some.map(complaintOn)), found.size)
}

/** The result for a server. Null if its certificate is valid. */
interface Complaint {
  readonly host: string
  readonly kind: "invalid" | "expires" | "no_answer"
  readonly reason: string
}

const certificateFinding = (complaints: ReadonlyArray<Complaint | null>, all: number): Finding => {
  const check = "certificates"
  const of = (kind: Complaint["kind"]) => complaints.filter((each) => each?.kind === kind)
  const [invalid] = of("invalid")
  if (invalid != null) {
    return problem(
      check,
      `${invalid.host} has a certificate that is not accepted (${invalid.reason}).`,
      "Renew it, or serve the whole chain. No webhook is delivered there until then."
    )
  }
  const [expiring] = of("expires")
  if (expiring != null) {
    return warning(
      check,
      `The certificate of ${expiring.host} expires on ${expiring.reason}.`,
      "Renew it, and see why it was not renewed by itself."
    )
  }
  const [silent] = of("no_answer")
  if (silent != null) {
    return warning(
      check,
      `${silent.host} does not answer here (${silent.reason}), so its certificate was not checked.`,
      "Check the address of the endpoint. Ignore this if only the server can reach it."
    )
  }
  const number = all > complaints.length ? `${complaints.length} of ` : ""
  return ok(check, `${number}${counted(all, "server")} of webhooks, and no certificate is wrong.`)
}

/** Makes a handshake with a server, and sends nothing. */
const complaintOn = (host: string): Promise<Complaint | null> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(`https://${host}`)
    const name = hostname.replace(/^\[|\]$/g, "")
    const socket = connect({
      host: name,
      port: Number(port || 443),
      timeout: answerTimeoutMs,
      rejectUnauthorized: false,
      ...(isIP(name) === 0 ? { servername: name } : {})
    })
    const end = (kind: Complaint["kind"], reason: string) => resolve({ host, kind, reason })
    socket.once("secureConnect", () => {
      const { valid_to } = socket.getPeerCertificate()
      const until = Date.parse(valid_to)
      const error = socket.authorizationError
      if (error != null) end("invalid", reasonOf(error))
      else if (until < Date.now() + soonDays * dayMs) end("expires", valid_to)
      else resolve(null)
      socket.destroy()
    })
    socket.once("timeout", () => {
      end("no_answer", "timeout")
      socket.destroy()
    })
    socket.once("error", ({ message }) => end("no_answer", message))
  })
