import { describe, expect, it } from "vitest"
import { webhookSender } from "./webhookSender.ts"

describe("a sender with wrong options is not made, and says why", () => {
  it.each([
    [null, "options must be an object, but is null."],
    [{ allowPrivate: true }, "Known are allowPrivateInTest, lookup."],
    [{ allowPrivateIntest: true }, "Did you mean allowPrivateInTest?"],
    [{ allowPrivateInTest: "no" }, "must be true or false, but is a string."],
    [{ lookup: "1.1.1.1" }, "options.lookup must be a function, but is a string."]
  ])("%j", (options, complaint) => {
    expect(() => webhookSender(options as never)).toThrow(complaint)
  })
})
