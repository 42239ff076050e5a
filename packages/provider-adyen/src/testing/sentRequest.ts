import type { CardRelay, ChargeRequest } from "@payloom/core"
import { adyenApms } from "../adyenMethods.ts"
import { readSource } from "../paymentMethod.ts"
import { paymentRequestOf } from "../paymentRequest.ts"

/** Returns a charge as it is sent to Adyen. */
export const sentRequest = async (
  request: ChargeRequest,
  relay?: CardRelay,
  threeDs: "redirect" | "client_side" = "redirect"
) => {
  const source = await readSource(request, relay, adyenApms)
  if (source === null) throw new Error("The vault has no network token of the card.")
  return paymentRequestOf(request, source, { merchantAccount: "ShopEU" }, threeDs)
}
