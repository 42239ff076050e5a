import { expect, it } from "vitest"
import { type PaymentToWrite, paymentsCsv } from "./paymentsCsv.ts"

const payment: PaymentToWrite = {
  id: "payment_1",
  created: Date.UTC(2026, 10, 26),
  status: "succeeded",
  amount: 1250n,
  currency: "EUR",
  amountRefunded: 0n,
  disputed: false,
  method: "card",
  brand: "visa",
  last4: "4242",
  mid: "mid_1",
  declineCode: null,
  customer: null
}

async function* pagesOf(...pages: ReadonlyArray<ReadonlyArray<PaymentToWrite>>) {
  yield* pages
}

const head =
  "created,payment,status,amount,currency,refunded,disputed,method,brand,last4,account," +
  "decline_code,customer\r\n"

it("each page of payments is a piece, and only the first one has the header", async () => {
  const pieces = await Array.fromAsync(paymentsCsv(pagesOf([payment], [], [payment])))
  const line =
    "2026-11-26T00:00:00.000Z,payment_1,succeeded,12.50,EUR,0.00,no,card,visa,4242,mid_1,,"
  expect(pieces).toEqual([`${head}${line}\r\n`, `${line}\r\n`])
})

it("a file without payments has a header", async () => {
  expect(await Array.fromAsync(paymentsCsv(pagesOf()))).toEqual([head])
})

it("the name of an account is never a formula", async () => {
  const accounts = new Map([["mid_1", "=cmd()"]])
  const [text = ""] = await Array.fromAsync(paymentsCsv(pagesOf([payment]), { accounts }))
  expect(text).toContain(",'=cmd(),")
})
