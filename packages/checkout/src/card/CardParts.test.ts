import { describe, expect, it } from "vitest"
import { answerOnce, CardParts, type PartAnswers, readAnswer, readQuestion } from "./CardParts.ts"

/** The frame of a field, as far as ports need it. */
const part = (value: string | null) => {
  const brands: Array<string> = []
  const answers: PartAnswers = { onBrand: (brand) => brands.push(brand), read: () => value }
  return { brands, connect: answerOnce(answers) }
}

const link = (parts: CardParts, field: "expiry" | "securityCode", to: ReturnType<typeof part>) => {
  const { port1, port2 } = new MessageChannel()
  parts.connect(field, port1)
  to.connect("number", port2)
  return { close: () => port1.close() }
}

describe("the fields of a card in frames of their own", () => {
  it("are read through their ports", async () => {
    const parts = new CardParts()
    const links = [link(parts, "expiry", part("1234")), link(parts, "securityCode", part("123"))]
    expect(await parts.read()).toEqual({ expiry: "1234", securityCode: "123" })
    for (const { close } of links) close()
  })

  it("give null for a field that is missing or empty", async () => {
    const parts = new CardParts()
    const { close } = link(parts, "securityCode", part(null))
    expect(await parts.read()).toEqual({ expiry: null, securityCode: null })
    close()
  })

  it("get the brand before they are read", async () => {
    const parts = new CardParts()
    const code = part("1234")
    parts.tell("amex")
    const { close } = link(parts, "securityCode", code)
    parts.tell("visa")
    parts.tell("visa")
    await parts.read()
    expect(code.brands).toEqual(["amex", "visa", "visa"])
    close()
  })

  it("answer the first port and close every other", async () => {
    const code = part("123")
    const { close } = link(new CardParts(), "securityCode", code)
    const late = new CardParts()
    const { port1, port2 } = new MessageChannel()
    const closed = new Promise((resolve) => port1.addEventListener("close", resolve))
    late.connect("securityCode", port1)
    const reading = late.read()
    code.connect("number", port2)
    await closed
    const another = new MessageChannel()
    late.connect("securityCode", another.port1)
    expect(await reading).toEqual({ expiry: null, securityCode: null })
    another.port1.close()
    close()
  })

  it("take a port from the number's frame only, which takes none from itself", () => {
    const [one, other] = [new MessageChannel(), new MessageChannel()]
    part("123").connect("expiry", one.port1)
    new CardParts().connect("number", other.port1)
    // Taking a port means listening to it.
    expect([one.port1.onmessage, other.port1.onmessage]).toEqual([null, null])
  })

  it("replace their former frame if they are put on the page again", async () => {
    const parts = new CardParts()
    const first = link(parts, "expiry", part("0130"))
    const links = [link(parts, "expiry", part("1234")), link(parts, "securityCode", part("123"))]
    expect(await parts.read()).toEqual({ expiry: "1234", securityCode: "123" })
    for (const { close } of [first, ...links]) close()
  })

  it("can't answer for each other", async () => {
    const parts = new CardParts()
    const { port1, port2 } = new MessageChannel()
    parts.connect("expiry", port1)
    port2.onmessage = ({ data }) => {
      const question = readQuestion(data)
      if (question?.type !== "read") return
      port2.postMessage({ type: "value", request: question.request + 1, value: "999" })
      port2.postMessage({ type: "value", request: question.request, value: "1234" })
    }
    const { close } = link(parts, "securityCode", part("123"))
    expect(await parts.read()).toEqual({ expiry: "1234", securityCode: "123" })
    port1.close()
    close()
  })
})

describe("a message through a port", () => {
  it.each([
    { type: "brand", brand: "visa" },
    { type: "read", request: 1, brand: "unknown" }
  ])("is a valid request: %j", (question) => {
    expect(readQuestion(question)).toEqual(question)
  })

  it.each([
    null,
    "read",
    { type: "read", brand: "visa" },
    { type: "read", request: "1", brand: "visa" },
    { type: "read", request: 1 },
    { type: "brand", brand: "<b>" },
    { type: "brand", brand: 4 },
    { type: "other", request: 1, brand: "visa" }
  ])("is no valid request: %j", (data) => {
    expect(readQuestion(data)).toBeNull()
  })

  it.each(["1234", "123", null])("is a valid answer with the value %j", (value) => {
    const answer = { type: "value", request: 1, value }
    expect(readAnswer(answer)).toEqual(answer)
  })

  it.each([
    undefined,
    [],
    { type: "value", request: 1 },
    { type: "value", request: 0.5, value: "123" },
    { type: "value", request: 1, value: 123 },
    { type: "value", request: 1, value: "12 / 34" },
    { type: "value", request: 1, value: "4242424242424242" },
    { type: "read", request: 1, value: "123" }
  ])("is no valid answer: %j", (data) => {
    expect(readAnswer(data)).toBeNull()
  })
})
