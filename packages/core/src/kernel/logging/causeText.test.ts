import { Cause } from "effect"
import { describe, expect, it } from "vitest"
import { causeText, withoutSecrets } from "./causeText.ts"

describe("a log", () => {
  it.each([
    ["card 4242424242424242 refused", "card [withheld] refused"],
    ["card 4242 4242 4242 4242 refused", "card [withheld] refused"],
    ["card 3782-822463-10005 refused", "card [withheld] refused"],
    ["card ４２４２４２４２４２４２４２４２ refused", "card [withheld] refused"],
    ["key sk_live_not-a-real-key is wrong", "key [withheld] is wrong"],
    ["whsec_not+a/real=", "[withheld]"],
    ["Authorization: Bearer abc.def-ghi", "Authorization: [withheld] [withheld]"],
    ["sent Basic dXNlcjpwYXNz", "sent Basic [withheld]"],
    ["postgres://app:hunter2@db.internal/pay", "postgres://[withheld]@db.internal/pay"],
    ["?user=app&password=hunter2&x=1", "?user=app&password=[withheld]&x=1"],
    ["password: back\\slash", "password: [withheld]"],
    [
      '{"cvc":"123","api_key":"k","amount":1250}',
      '{"cvc":"[withheld]","api_key":"[withheld]","amount":1250}'
    ]
  ])("withholds what looks like a card number or a secret in %s", (text, kept) => {
    expect(withoutSecrets(text)).toBe(kept)
  })

  it.each([
    "SQLITE_BUSY: database is locked",
    "no such table: payments",
    "attempt_01KA3PC600FJTQ7W6BK4RZT1H3 on mid_01KA3PC600V9ZJ2XW6K8Q4N7TB took 30000 ms",
    "at 2026-11-15T12:00:00.000Z (node:internal/process/task_queues:95:5)"
  ])("is nothing of %s", (text) => {
    expect(withoutSecrets(text)).toBe(text)
  })
})

describe("the text of a cause", () => {
  it("has the whole chain, with secrets withheld at every depth", () => {
    const cause = new Error("the charge failed", { cause: new Error("token=abc") })
    const text = causeText(Cause.die(cause))
    expect(text).toContain("the charge failed")
    expect(text).toContain("token=[withheld]")
    expect(text).not.toContain("abc")
  })

  it("withholds secrets in JSON inside a JSON string", () => {
    const raw = JSON.stringify({ password: "hunter2" })
    const body = JSON.stringify({ cvc: "987", api_key: "hunter3", raw })
    const text = causeText(Cause.die({ status: 400, body }))
    expect(text.match(/\[withheld\]/g)).toHaveLength(3)
    expect(text).not.toMatch(/987|hunter/)
  })

  it("shows a thrown object, and is cut to the length of a log entry", () => {
    expect(causeText(Cause.die({ status: 502, pan: "4242424242424242" }))).toBe(
      'Error: {"status":502,"pan":"[withheld]"}'
    )
    expect(causeText(Cause.die(new Error("x".repeat(100_000)))).length).toBe(4000)
  })
})
