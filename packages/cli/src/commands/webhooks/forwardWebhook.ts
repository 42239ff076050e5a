import { randomBytes } from "node:crypto"
import { Webhook } from "standardwebhooks"
import { UsageError } from "../../command/UsageError.ts"
import { networkReason } from "../../target/networkReason.ts"

/** A receiver, and the secret that signs what is sent to it. */
export interface Receiver {
  readonly url: string
  readonly secret: string
  /** True if the secret was made for this run, so it has to be shown. */
  readonly isNewSecret: boolean
}

/** The answer of a receiver. */
export interface Forwarded {
  /** The HTTP status. Null without an answer. */
  readonly status: number | null
  /** The reason without an answer. Null otherwise. */
  readonly error: string | null
  readonly durationMs: number
}

/** The engine waits as long for an endpoint. */
const answerTimeoutMs = 15_000

/** Returns the receiver at a URL. Throws `UsageError` for another URL or a bad secret. */
export const receiverAt = (
  url: string,
  env: Readonly<Record<string, string | undefined>>
): Receiver => {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new UsageError("--forward takes a URL such as http://localhost:3000/hooks.")
  }
  if (parsed.username !== "" || parsed.password !== "") {
    throw new UsageError("--forward takes a URL without a user and a password, as endpoints have.")
  }
  const given = env.PAYLOOM_WEBHOOK_SECRET
  const isNewSecret = given === undefined || given === ""
  const secret = isNewSecret ? `whsec_${randomBytes(32).toString("base64")}` : given
  if (!/^whsec_[A-Za-z0-9+/]{16,}={0,2}$/.test(secret)) {
    throw new UsageError(
      "PAYLOOM_WEBHOOK_SECRET must be whsec_ and base64, as webhooks.create gave it."
    )
  }
  return { url: parsed.href, secret, isNewSecret }
}

/** A webhook to send. */
interface Sending {
  /** The id of the event. */
  readonly id: string
  readonly body: string
  /** Ends the wait for an answer, such as by Ctrl-C. */
  readonly signal: AbortSignal
}

/**
 * Sends a webhook as the engine does: the same headers, a signature, no redirects. The body of the
 * answer is not read. Never rejects.
 */
export const forwardWebhook = async (
  { url, secret }: Receiver,
  { id, body, signal }: Sending
): Promise<Forwarded> => {
  const started = performance.now()
  const now = new Date()
  const elapsed = () => Math.round(performance.now() - started)
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
      headers: {
        "content-type": "application/json",
        "user-agent": "Payloom",
        "webhook-id": id,
        "webhook-timestamp": `${Math.floor(now.getTime() / 1000)}`,
        "webhook-signature": new Webhook(secret).sign(id, now, body)
      },
      body
    })
    await response.body?.cancel().catch(() => undefined)
    return { status: response.status, error: null, durationMs: elapsed() }
  } catch (error) {
    return { status: null, error: networkReason(error), durationMs: elapsed() }
  }
}
