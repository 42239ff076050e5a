import { Result } from "effect"
import { Webhook } from "standardwebhooks"
import { equalTexts } from "../../kernel/primitives/equalTexts.ts"
import { misused } from "../../kernel/primitives/misused.ts"

/**
 * Returns null if the headers have a valid signature of the body, and the problem if they don't.
 * Header names are in lower case. The problem repeats nothing of the request.
 */
export type SignatureCheck = (
  headers: Readonly<Record<string, string>>,
  body: string
) => string | null

const missing =
  "The request is not a webhook, or a proxy removed its headers: webhook-id, webhook-timestamp " +
  "and webhook-signature are required."
const old =
  "The webhook was signed more than 5 minutes before or after the time of this machine. Are the " +
  "clocks synchronized?"
const mismatch =
  "The signature doesn't match. Is the secret that of this endpoint? Is the body the text as it " +
  "was received, before any body parser?"

/** The tolerance between the clocks of sender and receiver, as Standard Webhooks defines it. */
const toleranceSeconds = 300

/**
 * Returns a check of signatures by any of these secrets. The timestamp must be within the
 * tolerance. Throws if a secret is not one.
 */
export const signatureCheck = (
  secrets: ReadonlyArray<string>,
  now: () => number
): SignatureCheck => {
  if (secrets.length === 0) return misused("secret: must have at least one secret.")
  const signers = secrets.map(signerOf)
  return (headers, body) => {
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures } = headers
    if (id === undefined || at === undefined || signatures === undefined) return missing
    if (!/^\d{1,12}$/.test(at)) return missing
    if (Math.abs(Math.floor(now() / 1000) - Number(at)) > toleranceSeconds) return old
    const given = signatures.split(" ")
    const isValid = signers.some((signer) => {
      const signature = signer.sign(id, new Date(Number(at) * 1000), body)
      return given.some((each) => equalTexts(each, signature))
    })
    return isValid ? null : mismatch
  }
}

/** The given value may be another secret, so the message does not repeat it. */
const signerOf = (secret: unknown): Webhook => {
  if (typeof secret !== "string" || secret === "") {
    return misused("secret: must be a text, and is empty or absent. Is its variable set?")
  }
  // Any other text of base64 is a key as well, and would only fail at the first webhook.
  if (!secret.startsWith("whsec_")) return misused(notOfEndpoint)
  return Result.getOrElse(
    Result.try(() => new Webhook(secret)),
    () => misused(notOfEndpoint)
  )
}

const notOfEndpoint = "secret: must be the secret of an endpoint, which begins with whsec_."
