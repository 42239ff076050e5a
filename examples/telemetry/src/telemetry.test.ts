import { expect, it } from "vitest"
import { runPayment } from "./runPayment.ts"

it("the collector gets one trace, from the caller's request to the webhook's receiver", async () => {
  const { tree, sentTrace, receivedTrace } = await runPayment()
  expect(receivedTrace).toBe(sentTrace)
  const names = tree.map((line) => line.replace(/ +\d+\.\d ms.*/, "").trim())
  expect(names[0]).toBe("POST /v1/payments")
  expect(names).toEqual(
    expect.arrayContaining([
      "payments.create",
      "commit",
      "charge sandbox",
      "process mailer",
      "run deliver_webhook",
      "POST"
    ])
  )
})
