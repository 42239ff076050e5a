import { failureOf } from "../../command/failureOf.ts"
import { networkReason } from "../../target/networkReason.ts"
import { serverTarget } from "../../target/serverTarget.ts"
import { type Finding, ok, problem } from "./Finding.ts"
import { checkClock } from "./machineChecks.ts"

const answerTimeoutMs = 10_000

/** Checks a server from outside: that it is one, its database, its clock, and the key. */
export const checkServer = async (
  url: string,
  key: string | undefined
): Promise<ReadonlyArray<Finding>> => {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    const found = "--url is no URL of a server."
    return [problem("server", found, "Give --url such as https://pay.example.")]
  }
  const { username, password } = new URL(url)
  if (username !== "" || password !== "") {
    const remedy = "Give --url without them: the key belongs into PAYLOOM_KEY."
    return [problem("server", "--url has a user or a password.", remedy)]
  }
  const base = url.replace(/\/+$/, "")
  const health = await healthOf(base)
  if ("finding" in health) return [health.finding]
  return [health.server, ...health.clock, await checkKey(base, key)]
}

type Health =
  | { readonly finding: Finding }
  | { readonly server: Finding; readonly clock: ReadonlyArray<Finding> }

const healthOf = async (base: string): Promise<Health> => {
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const response = await fetch(`${base}/health`, { signal, redirect: "error" })
    const { status } = Object(await response.json().catch(() => null))
    const date = Date.parse(response.headers.get("date") ?? "")
    // The header has whole seconds, so its time is half a second later on average.
    const clock = Number.isNaN(date)
      ? []
      : [checkClock(Date.now(), date + 500, "the server's clock")]
    if (response.status === 503) {
      const found = "The server answers, but its database does not."
      return { finding: problem("server", found, "Run payloom doctor on its database.") }
    }
    return status === "ok"
      ? { server: ok("server", `${base} answers, and so does its database.`), clock }
      : { finding: problem("server", `${base} is not a Payloom server.`, "Check --url.") }
  } catch (error) {
    const reason = networkReason(error)
    const remedy = "Start the server, and check --url, the DNS, the certificate and the firewall."
    return { finding: problem("server", `${base} does not answer (${reason}).`, remedy) }
  }
}

const checkKey = async (base: string, key: string | undefined): Promise<Finding> => {
  if (key === undefined || key === "") {
    return problem("key", "PAYLOOM_KEY is not set.", "Set it to a secret API key, sk_….")
  }
  try {
    const { payments } = await serverTarget({
      ...{ url: base, key },
      signal: AbortSignal.timeout(answerTimeoutMs)
    }).shop()
    await payments.list({ limit: 1 })
    return ok("key", "The server accepts the key.")
  } catch (error) {
    const remedy = "Create another one on the database: payloom keys create."
    return problem("key", failureOf(error).message, remedy)
  }
}
