import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { PrismRefused } from "../../library/PrismLibrary.ts"
import { prism } from "../../prism.ts"
import { modificationRequest } from "../../testing/requests.ts"
import { scriptedFetch, scriptedLibrary } from "../../testing/scripted.ts"
import { tokenized } from "../../testing/sources.ts"

/** Returns Mollie's answer to a request that it rejects. */
const rejection = (field: string, detail: string): string =>
  JSON.stringify({ status: 422, title: "Unprocessable Entity", detail, field, _links: {} })

/** Returns a connector whose library can't read any answer, as for the errors of Mollie. */
const connectorTo = (status: number, body: string) =>
  prism({
    processor: "mollie",
    accountOf: () => ({ apiKey: "test_1", profileId: "pfl_1" }),
    library: scriptedLibrary({}, new PrismRefused("RESPONSE_DESERIALIZATION_FAILED", "unreadable")),
    fetch: scriptedFetch(status, body).fetch
  })

const charge = plainCharge({ source: tokenized("tkn_1"), returnUrl: null })

describe("a charge that Mollie rejects before it is processed", () => {
  it("is AccountUnavailable with Mollie's field and words, so that the next account is tried", async () => {
    const { charge: send } = connectorTo(
      422,
      rejection("redirectUrl", "The redirect URL is invalid")
    )
    expect(await Effect.runPromise(send(charge))).toEqual({
      _tag: "AccountUnavailable",
      reason: "The redirect URL is invalid",
      rawCode: "redirectUrl"
    })
  })

  it("is Unknown if the answer isn't Mollie's own", async () => {
    const { charge: send } = connectorTo(422, "<h1>422</h1>")
    expect(await Effect.runPromise(send(charge))).toMatchObject({ _tag: "Unknown" })
  })
})

describe("a refund that Mollie rejects", () => {
  it.each([
    ["amount", { _tag: "Failed", rawCode: "amount" }],
    ["metadata", { _tag: "AccountUnavailable", reason: "is invalid", rawCode: "metadata" }]
  ])("because of its %s has the outcome for it", async (field, outcome) => {
    const { refund } = connectorTo(422, rejection(field, "is invalid"))
    expect(await Effect.runPromise(refund(modificationRequest("refund")))).toEqual(outcome)
  })
})
