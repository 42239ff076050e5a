import { describe, expect, it } from "vitest"
import { checksumOf } from "./nuveiCalls.ts"
import { readNuveiNotification } from "./nuveiNotifications.ts"

const account = { merchantId: "1", merchantSiteId: "2", merchantSecret: "3" }
const reference = "attempt_01J0000000000000000000000A"
const details = {
  status: "SUCCESS",
  transactionDetails: {
    transactionStatus: "APPROVED",
    transactionType: "Sale",
    transactionId: "711",
    clientUniqueId: reference,
    processedAmount: "11.00",
    processedCurrency: "EUR"
  }
}
const unheardOf = { status: "ERROR", errCode: 9146 }

describe("a DMN of Nuvei", () => {
  const dmn = (changes: Readonly<Record<string, string>> = {}) => {
    const form = {
      totalAmount: "12.50",
      currency: "EUR",
      responseTimeStamp: "2026-01-01.00:00:00",
      PPP_TransactionID: "9",
      Status: "APPROVED",
      productId: "shoes",
      TransactionID: "711",
      clientUniqueId: reference
    }
    const { totalAmount, currency, responseTimeStamp, PPP_TransactionID, Status, productId } = form
    const advanceResponseChecksum = checksumOf(
      ...[account.merchantSecret, totalAmount, currency, responseTimeStamp],
      ...[PPP_TransactionID, Status, productId]
    )
    return new URLSearchParams({ ...form, advanceResponseChecksum, ...changes }).toString()
  }
  const read = (body: string, answer: object = details, keys = account) =>
    readNuveiNotification(keys, { headers: {}, body }, async () => null, {
      ask: async () => ({ status: 200, headers: {}, body: JSON.stringify(answer) })
    })

  it("reports the transaction as Nuvei has it, not as the DMN says", async () => {
    expect(await read(dmn())).toMatchObject([
      { _tag: "Charge", id: "711.captured", reference, charge: { amount: 1100n } }
    ])
  })

  it("is rejected if a signed field or the reference was changed, or the key is empty", async () => {
    for (const changes of [
      { totalAmount: "1.00" },
      { Status: "DECLINED" },
      { clientUniqueId: reference.replace("A", "B") },
      { advanceResponseChecksum: "" }
    ]) {
      expect(await read(dmn(changes))).toBeNull()
    }
    const unsigned = dmn({ advanceResponseChecksum: checksumOf("", "12.50") })
    expect(await read(unsigned, details, { ...account, merchantSecret: "" })).toBeNull()
  })

  it("throws if Nuvei doesn't know the transaction yet, so that Nuvei repeats it", async () => {
    await expect(read(dmn(), unheardOf)).rejects.toThrow("711")
  })

  it("is ignored if it is about another program's payment", async () => {
    const { transactionDetails } = details
    const other = { ...transactionDetails, clientUniqueId: "order 7" }
    const answer = { status: "SUCCESS", transactionDetails: other }
    expect(await read(dmn({ clientUniqueId: "order 7" }), answer)).toEqual([])
  })
})
