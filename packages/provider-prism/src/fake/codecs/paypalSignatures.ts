import { fieldsIn } from "@payloom/core"
import { hmac } from "../../signatures.ts"
import type { FakeReply, FakeRequest } from "../FakeCodec.ts"

/** PayPal signs with a key of its own. The fake's signature depends on the same texts. */
export const signature = (...texts: ReadonlyArray<string>): string =>
  hmac("the fake's own key", texts.join("|"), "base64")

/** Answers a request to verify a webhook's signature. */
export const verify = ({ body }: FakeRequest): FakeReply => {
  const given = fieldsIn(body)
  // The event's bytes are the last member, as the connector sends them.
  const [, event = ""] = /"webhook_event":(.*)\}$/s.exec(body) ?? []
  if (given === null) return { status: 400, body: { name: "INVALID_REQUEST" } }
  const right = signature(
    String(given.transmission_id),
    String(given.transmission_time),
    String(given.webhook_id),
    event
  )
  const isRight = given.transmission_sig === right && given.auth_algo === "SHA256withRSA"
  return { status: 200, body: { verification_status: isRight ? "SUCCESS" : "FAILURE" } }
}
