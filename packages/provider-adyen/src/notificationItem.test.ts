import { describe, expect, it, onTestFinished, vi } from "vitest"
import { HmacValidator } from "./sdk.ts"
import { account, item, query, read, signed } from "./testing/notified.ts"

const hmacKey = account.hmacKeys[0] ?? ""

describe("a webhook", () => {
  it("of another program on the account is accepted and ignored", async () => {
    for (const merchantReference of ["", "order-1", "attempt_1", "session_x"]) {
      expect(await read(signed([item({ merchantReference })]))).toEqual([])
    }
  })

  it("may leave its references out, or have null in their place", async () => {
    for (const missing of [undefined, null]) {
      const changes = { originalReference: missing } as never
      expect(await read(signed([item(changes)]))).toHaveLength(1)
      const report = { eventCode: "REPORT_AVAILABLE", merchantReference: missing } as never
      expect(await read(signed([item(report)]))).toEqual([])
    }
  })

  it("may have several items, which all have to be valid", async () => {
    const [one, other] = [item(), item({ pspReference: "OTHER" })]
    expect(await read(signed([one, other]))).toHaveLength(2)
    const { body, headers } = signed([one, other])
    const forged = { headers, body: body.replace('"OTHER"', '"FORGED"') }
    expect(await read(forged)).toBeNull()
    expect(await read(signed([]))).toBeNull()
  })

  it("is accepted with any of the account's keys, while one replaces another", async () => {
    const raw = signed([item()])
    const keys = (hmacKeys: ReadonlyArray<string>) => read(raw, query(), { ...account, hmacKeys })
    expect(await keys(["cd".repeat(32), hmacKey])).toHaveLength(1)
    expect(await keys(["cd".repeat(32)])).toBeNull()
    expect(await keys([])).toBeNull()
  })

  it("is never accepted with an invalid key", async () => {
    for (const key of ["", "zz", "ab"]) {
      const raw = signed([item()], key)
      expect(await read(raw, query(), { ...account, hmacKeys: [key] })).toBeNull()
    }
  })

  it("of another account is ignored, but accepted if one of the keys signed it", async () => {
    const another = item({ merchantAccountCode: "ShopUS" })
    expect(await read(signed([another]))).toEqual([])
    expect(await read(signed([another, item()]))).toHaveLength(1)
    expect(await read(signed([another], "cd".repeat(32)))).toBeNull()
  })

  it("of the other mode is ignored", async () => {
    const { body, headers } = signed([item()])
    const from = (live: string, environment: "test" | "live") =>
      read({ headers, body: body.replace('"live":"false"', live) }, query(), account, environment)
    expect(await from('"live":"false"', "test")).toHaveLength(1)
    expect(await from('"live":"true"', "test")).toEqual([])
    expect(await from('"live":"true"', "live")).toHaveLength(1)
    expect(await from('"live":"false"', "live")).toEqual([])
    expect(await from('"else":0', "test")).toEqual([])
  })

  it("is read up to its first invalid item", async () => {
    const asked = vi.spyOn(HmacValidator.prototype, "validateHMAC")
    onTestFinished(() => void asked.mockRestore())
    const forged = signed(
      Array.from({ length: 50 }, () => item()),
      "cd".repeat(32)
    )
    expect(await read(forged)).toBeNull()
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it("needs the user name and password of the account", async () => {
    const guarded = { ...account, notificationUser: "adyen", notificationPassword: "s3cret" }
    const { body, headers } = signed([item()])
    const as = (authorization: string) =>
      read({ headers: { ...headers, authorization }, body }, query(), guarded)
    expect(await as(`Basic ${btoa("adyen:s3cret")}`)).toHaveLength(1)
    expect(await as(`Basic ${btoa("adyen:wrong")}`)).toBeNull()
    expect(await as("")).toBeNull()
  })

  it.each([
    [{ amount: { value: "1250", currency: "EUR" } }],
    [{ amount: { value: 12.5, currency: "EUR" } }],
    [{ pspReference: ["QFQTPCQ8HXSKGK82"] }],
    [{ success: null }],
    [{ eventCode: "" }]
  ])("whose item is malformed is refused: %o", async (changes) => {
    expect(await read(signed([item(changes as never)]))).toBeNull()
  })
})
