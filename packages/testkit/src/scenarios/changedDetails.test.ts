import type { PaymentProvider } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import { auditedShops } from "./testing/auditedShops.ts"

const open = auditedShops()

type Changes = NonNullable<PaymentProvider["changedDetails"]>

const openWith = (changedDetails: Changes) =>
  open({
    accounts: [sandboxAccounts.primary],
    adapted: (provider) => ({ ...provider, changedDetails })
  })

describe("texts that a provider requires in another form", () => {
  it("are in the explanation, as each attempt's account receives them", async () => {
    const shop = await open({
      adapted: (provider) => ({
        ...provider,
        changedDetails: ({ statementDescriptor, metadata, description }) => [
          { field: "statement_descriptor", sent: statementDescriptor },
          { field: "metadata", sent: JSON.stringify(metadata) },
          { field: "description", sent: description }
        ]
      })
    })
    const { routing, payments } = shop.shop()
    const descriptors = ["Books", "More Books"] as const
    for (const [n, statementDescriptor] of descriptors.entries()) {
      const metadataKeys = n === 0 ? [] : ["order"]
      await routing.updateMid(shop.mids[n] ?? "", { statementDescriptor, metadataKeys })
    }
    const { id } = await shop.pay("cascade", { metadata: { order: "7", inside: "x" } })
    const explained = await payments.explain(id)
    expect(explained.map(({ changedDetails }) => changedDetails)).toEqual([
      [
        { field: "statement_descriptor", sent: "Books" },
        { field: "metadata", sent: "{}" },
        { field: "description", sent: null }
      ],
      [
        { field: "statement_descriptor", sent: "More Books" },
        { field: "metadata", sent: '{"order":"7"}' },
        { field: "description", sent: null }
      ]
    ])
  })

  it("are absent if the provider doesn't change them, or if the engine itself declines", async () => {
    const shop = await open({ accounts: [sandboxAccounts.primary] })
    const paid = await shop.pay("approved")
    await shop.shop().routing.updateMid(shop.mids[0] ?? "", { enabled: false })
    const declined = await shop.pay("approved")
    for (const { id } of [paid, declined]) {
      expect((await shop.shop().payments.explain(id))[0]?.changedDetails).toEqual([])
    }
  })

  it("do not stop the charge if the provider fails to change them, and the failure is logged", async () => {
    const failing: ReadonlyArray<Changes> = [
      () => {
        throw new Error("broken")
      },
      () => Promise.reject(new Error("broken")) as never
    ]
    for (const changes of failing) {
      const shop = await openWith(changes)
      const { id, status } = await shop.pay("approved")
      expect(status).toBe("succeeded")
      expect((await shop.shop().payments.explain(id))[0]?.changedDetails).toEqual([])
      expect(shop.logged.map(({ message }) => message)).toContain(
        "sandbox failed to say which texts it changes."
      )
    }
  })

  it("are stored up to a length, and without anything that looks secret", async () => {
    const many = Array.from({ length: 1000 }, () => ({ field: "x".repeat(900), sent: null }))
    const shop = await openWith(() => [{ field: "note", sent: "4242 4242 4242 4242" }, ...many])
    const { id } = await shop.pay("approved")
    const [attempt] = await shop.shop().payments.explain(id)
    expect(attempt?.changedDetails).toHaveLength(100)
    expect(JSON.stringify(attempt?.changedDetails)).not.toContain("4242")
    expect(attempt?.changedDetails[1]?.field).toHaveLength(500)
    const odd = await openWith(() => "everything" as never)
    expect((await odd.pay("approved")).status).toBe("succeeded")
  })
})
