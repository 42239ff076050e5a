import { Effect } from "effect"
import { valueInvalid } from "../../kernel/input/InvalidInput.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import { WebhookSender } from "./WebhookSender.ts"

/** Refuses the address of an endpoint to which webhooks can't be sent. */
export const checkAddress = Effect.fnUntraced(function* ({ mode }: Scope, url: string) {
  const { protocol, port: portNumber } = new URL(url)
  if (mode === "live" && protocol !== "https:") {
    return yield* valueInvalid("url", "must be an https address in live mode", url)
  }
  // An https address on port 443 has no port here. Ports below 1024 belong to mail and logins.
  if (mode === "live" && portNumber !== "" && Number(portNumber) < 1024) {
    return yield* valueInvalid(
      "url",
      "must be an address of port 443, or of a port from 1024, in live mode",
      url
    )
  }
  const { port } = yield* WebhookSender
  const refusal = port === null ? null : yield* port.refusal(url, mode)
  if (refusal !== null) return yield* valueInvalid("url", refusal, url)
})
