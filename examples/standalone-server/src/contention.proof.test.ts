import { join } from "node:path"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { afterAll, describe, expect, it } from "vitest"
import { cleanUp, eventually, type Reply, runServer, temporaryFolder } from "./testing/runServer.ts"

const postgres = hasPostgres ? await startPostgres() : null

afterAll(async () => {
  cleanUp()
  await postgres?.stop()
})

const newDatabase: Readonly<Record<string, () => Promise<string>>> = {
  "a SQLite file": async () => join(temporaryFolder(), "payloom.db"),
  PostgreSQL: async () => (await postgres?.newDatabase()) ?? ""
}

const kinds = Object.entries(newDatabase).filter(
  ([kind]) => kind !== "PostgreSQL" || postgres !== null
)

const many = 100

describe.concurrent.each(kinds)("two servers on %s", (_, newPlace) => {
  it("accept many subscriptions on one card and many refunds of one payment", async () => {
    const args = ["--database", await newPlace(), "--files", join(temporaryFolder(), "payloom")]
    const servers = [await runServer(args), await runServer(args)] as const
    const ofNth = (nth: number) => servers[nth % 2 === 0 ? 0 : 1]
    const card = servers[0].printed.instruments.approved ?? ""
    const { json } = await servers[0].get(`/payment_instruments/${card}`)
    const subscribe = (nth: number) =>
      ofNth(nth).post("/subscriptions", {
        customer: json.customer,
        payment_instrument: card,
        amount: "900",
        currency: "EUR",
        interval: { unit: "month", count: 1 }
      })
    const payment = (await servers[0].pay("approved")).json.id
    const refund = (nth: number) =>
      ofNth(nth).post(`/payments/${payment}/refunds`, { amount: "25" })
    const statuses = (replies: ReadonlyArray<Reply>) => [
      ...new Set(replies.map(({ status, text }) => (status === 200 ? "taken" : text)))
    ]
    expect(statuses(await inParallel(25, many, subscribe))).toEqual(["taken"])
    expect(statuses(await inParallel(25, 50, refund))).toEqual(["taken"])
    await eventually(
      async () => (await servers[1].get(`/payments/${payment}`)).json.amount_refunded === "1250"
    )
    expect(await Promise.all(servers.map((server) => server.stop()))).toEqual([0, 0])
  })
})

/** Sends requests with this many in flight. Returns all replies. */
const inParallel = async (
  width: number,
  times: number,
  send: (nth: number) => Promise<Reply>
): Promise<ReadonlyArray<Reply>> => {
  const replies: Array<Reply> = []
  let next = 0
  const loop = async () => {
    while (next < times) replies.push(await send(next++))
  }
  await Promise.all(Array.from({ length: width }, loop))
  return replies
}
