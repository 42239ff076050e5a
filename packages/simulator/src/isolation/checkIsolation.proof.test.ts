import { createHandler } from "@payloom/adapter-http"
import { serveNode } from "@payloom/adapter-http/node"
import { sqlite } from "@payloom/adapter-sqlite"
import type { Payloom } from "@payloom/core"
import { hasPostgres } from "@payloom/testkit/postgres"
import { describe, expect, it } from "vitest"
import { checkIsolation, type IsolationOptions, type IsolationPart } from "./checkIsolation.ts"
import type { Serve } from "./http/HttpGround.ts"
import { storages } from "./storages.ts"
import * as leaks from "./testing/leaks.ts"

describe("something of another merchant, or of the other mode", () => {
  it("is answered as something that nobody has, in the library and over HTTP", async () => {
    const { findings, slots, without } = await checkIsolation({
      rounds: 1,
      handlerOf: createHandler
    })
    expect(findings).toEqual([])
    expect(slots.size).toBeGreaterThan(500)
    expect([...slots.keys()]).toEqual(
      expect.arrayContaining([
        "payments.refund 0",
        "payments.create 0.paymentInstrument",
        "payments.list endingBefore of another",
        "POST /payments/{id}/refunds id",
        "POST /payments body.payment_instrument",
        "POST /payments key of another",
        "POST /payments key of the other mode",
        "GET /payments revoked key",
        "GET /payments endingBefore of another",
        "GET /portal token of another",
        "POST /providers/{id}/notifications no signature"
      ])
    )
    expect(without).not.toContain("payments.retrieve")
    expect(without.filter((name) => name.endsWith(" of another"))).toEqual([])
  })

  it("is answered as something that nobody has by a server on a socket, and with SQLite", async () => {
    const closing: Array<() => Promise<unknown>> = []
    const handlerOf = (payloom: Payloom): Serve => {
      const opening = serveNode(payloom, { port: 0 })
      closing.push(async () => (await opening).close())
      return async (request) => {
        const { pathname, search } = new URL(request.url)
        const { url } = await opening
        const response = await fetch(new Request(`${url}${pathname}${search}`, request))
        // The time of a server is no answer to the request.
        const headers = new Headers(response.headers)
        headers.delete("Date")
        return new Response(response.body, { status: response.status, headers })
      }
    }
    const { findings, slots } = await checkIsolation({
      rounds: 1,
      handlerOf,
      storage: sqlite(":memory:"),
      parts: ["library cursors", "cursors", "places", "notifications"]
    })
    await Promise.all(closing.map((close) => close()))
    expect(findings).toEqual([])
    expect(slots.size).toBeGreaterThan(200)
  })
})

describe("in other storages, something of another merchant or mode", () => {
  it.each(["cells", hasPostgres ? "postgres" : "sqlite"] as const)(
    "is answered as something that nobody has, with %s",
    async (name) => {
      const { storage, stop } = await storages[name]()
      const options = { rounds: 1, handlerOf: createHandler, storage }
      const { findings, slots } = await checkIsolation(options).finally(stop)
      expect(findings).toEqual([])
      expect(slots.size).toBeGreaterThan(500)
    }
  )
})

describe("the check of the isolation finds", () => {
  type Leak = Pick<IsolationOptions, "between" | "handlerOf">

  const expectFound = async (
    parts: ReadonlyArray<IsolationPart>,
    leak: Partial<Leak>,
    ...sentences: ReadonlyArray<RegExp>
  ) => {
    const options = { rounds: 1, handlerOf: createHandler, ...leak, parts }
    const { findings } = await checkIsolation(options)
    for (const sentence of sentences) expect(findings.join("\n")).toMatch(sentence)
  }

  it("an id and a filter that read the rows of everybody, a header that tells, and a row that is written", () =>
    expectFound(
      ["places"],
      {
        between: (storage) =>
          leaks.readingEverybodys("payments")(leaks.fillingPagesOf("customers")(storage)),
        handlerOf: leaks.namingExisting(leaks.writingForOwners(createHandler))
      },
      /^GET \/payments\/\{id\} id: an id of somebody else is answered 200/m,
      /^GET \/customers query\.email: the answer shows .*customer_/m,
      /^GET \/plans\/\{id\} id: an id of somebody else is answered 404\n[^{]*etag: W\/1/m,
      /^PATCH \/plans\/\{id\} id: a row of tenant_\w+ in templates was written/m
    ))

  it("a cursor of another merchant that is believed, an email address and an amount", () =>
    expectFound(
      ["cursors"],
      {
        handlerOf: leaks.believingCursors(
          leaks.addingToLists(createHandler, "person-10000@shop.example 7654323")
        )
      },
      /^GET \/payments endingBefore: an id of somebody else is answered 200/m,
      /^GET \/payments: the answer shows [^.]*person-10000@shop\.example/m,
      /^GET \/payments: the answer shows .*7654323/m
    ))

  it("a list that continues with the rows of another merchant, and a filter that reads them", () =>
    expectFound(
      ["library cursors", "library texts"],
      {
        between: (storage) =>
          leaks.followingPositions("plans")(leaks.fillingPagesOf("customers")(storage))
      },
      /^customers\.list 0\.email: the answer shows .*customer_/m,
      /^plans\.list startingAfter: the answer shows .*plan_/m
    ))

  it("a revoked key, a token of another merchant and a foreign origin that are let in", () =>
    expectFound(
      ["credentials"],
      {
        between: (storage) =>
          leaks.neverRevoking(leaks.findingEverybodys("checkout_sessions")(storage)),
        handlerOf: leaks.ignoringOrigins(createHandler)
      },
      /^GET \/payments revoked key: an id of somebody else is answered 200/m,
      /^GET \/session token of another: an id of somebody else is answered/m,
      /^GET \/session origin of another: they were let in: 200/m
    ))

  it("an answer stored by its key alone, a key that both modes share, and an account that is told", () =>
    expectFound(
      ["idempotency keys", "notifications"],
      {
        between: leaks.findingEverybodys("idempotency_records"),
        handlerOf: leaks.tellingAccounts(leaks.answeringPaymentsByKey(createHandler))
      },
      /^POST \/payments key of another: an id of somebody else is answered/m,
      /^POST \/customers key of the other mode: the key counts as used/m,
      /^POST \/providers\/\{id\}\/notifications nothing: an id of somebody else is answered 401/m
    ))
})
