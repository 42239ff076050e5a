import { describe, expect, it } from "vitest"
import { hmac } from "../../signatures.ts"
import { readAuthorizedotnetNotification } from "./authorizedotnetNotifications.ts"

const account = { name: "login", transactionKey: "key", currency: "EUR", signatureKey: "secret" }
const reference = "attempt_01J0000000000000000000000A"

const details = (description = reference) => ({
  transaction: {
    transId: "60",
    transactionType: "authCaptureTransaction",
    transactionStatus: "capturedPendingSettlement",
    order: { description },
    authAmount: 12
  },
  messages: { resultCode: "Ok" }
})

describe("a webhook of Authorize.net", () => {
  const body = JSON.stringify({
    notificationId: "n1",
    eventType: "net.authorize.payment.authcapture.created",
    eventDate: "2026-01-01T00:00:00Z",
    payload: { entityName: "transaction", id: "60", authAmount: 99 }
  })
  const read = (key: string | Buffer, answer: object = details(), keys = account) =>
    readAuthorizedotnetNotification(
      keys,
      {
        headers: { "x-anet-signature": `sha512=${hmac(key, body, "hex", "sha512").toUpperCase()}` },
        body
      },
      null,
      { ask: async () => ({ status: 200, headers: {}, body: JSON.stringify(answer) }) }
    )

  it("reports the transaction as Authorize.net has it", async () => {
    expect(await read(account.signatureKey)).toMatchObject([
      { _tag: "Charge", id: "n1", reference, charge: { amount: 1200n, state: "captured" } }
    ])
  })

  it("is signed by the key as a text, or by its bytes if it is long enough", async () => {
    const signatureKey = "AB".repeat(64)
    const bytes = Buffer.from(signatureKey, "hex")
    expect(await read(bytes, details(), { ...account, signatureKey })).toHaveLength(1)
    expect(await read(signatureKey, details(), { ...account, signatureKey })).toHaveLength(1)
    for (const short of ["AB", "AB-secret", ""]) {
      const keys = { ...account, signatureKey: short }
      expect(await read(Buffer.from(short, "hex"), details(), keys)).toBeNull()
    }
  })

  it("throws if the transaction can't be read, so that the webhook is repeated", async () => {
    await expect(read(account.signatureKey, { messages: { resultCode: "Error" } })).rejects.toThrow(
      "60"
    )
  })

  it("is ignored if it is about another program's payment", async () => {
    expect(await read(account.signatureKey, details("order 7"))).toEqual([])
  })
})
