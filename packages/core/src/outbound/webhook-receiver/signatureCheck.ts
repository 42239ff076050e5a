import { Webhook } from "standardwebhooks"
import { equalTexts } from "../../kernel/primitives/equalTexts.ts"

/**
 * Returns true if the headers have a valid signature of the body. Header names are in lower case.
 */
export type SignatureCheck = (headers: Readonly<Record<string, string>>, body: string) => boolean

/** The tolerance between the clocks of sender and receiver, as Standard Webhooks defines it. */
const toleranceSeconds = 300

/**
 * Returns a check of signatures by any of these secrets. The timestamp must be within the
 * tolerance.
 */
export const signatureCheck = (
  secrets: ReadonlyArray<string>,
  now: () => number
): SignatureCheck => {
  const signers = secrets.map((secret) => new Webhook(secret))
  return (headers, body) => {
    const { "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures } = headers
    if (id === undefined || at === undefined || signatures === undefined) return false
    if (!/^\d{1,12}$/.test(at)) return false
    if (Math.abs(Math.floor(now() / 1000) - Number(at)) > toleranceSeconds) return false
    const given = signatures.split(" ")
    return signers.some((signer) => {
      const signature = signer.sign(id, new Date(Number(at) * 1000), body)
      return given.some((each) => equalTexts(each, signature))
    })
  }
}
