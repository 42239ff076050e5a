import { describe, expect, it } from "vitest"
import { answerOnce, CardParts, type PartAnswers, readAnswer, readQuestion } from "./CardParts.ts"

/** The frame of a part, as far as ports see it. */
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
  it("are read through their ports, each what it holds", async () => {
    const parts = new CardParts()
    const links = [link(parts, "expiry", part("1234")), link(parts, "securityCode", part("123"))]
    expect(await parts.read()).toEqual({ expiry: "1234", securityCode: "123" })
    for (const { close } of links) close()
  })

  it("give nothing where one isn't there or holds nothing", async () => {
    const parts = new CardParts()
    const { close } = link(parts, "securityCode", part(null))
    expect(await parts.read()).toEqual({ expiry: null, securityCode: null })
    close()
  })

  it("know the brand before they are read", async () => {
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

  it("answer the first port that comes, and close every other", async () => {
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

  it("take a port from the frame of the number only, and that one none to itself", () => {
    const [one, other] = [new MessageChannel(), new MessageChannel()]
    part("123").connect("expiry", one.port1)
    new CardParts().connect("number", other.port1)
    // Whoever takes a port listens to it.
    expect([one.port1.onmessage, other.port1.onmessage]).toEqual([null, null])
  })

  it("that are put there anew take the place of the former", async () => {
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

describe("what comes through a port", () => {
  it.each([
    { type: "brand", brand: "visa" },
    { type: "read", request: 1, brand: "unknown" }
  ])("is a question: %j", (question) => {
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
  ])("is no question: %j", (data) => {
    expect(readQuestion(data)).toBeNull()
  })

  it.each(["1234", "123", null])("is an answer with the value %j", (value) => {
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
  ])("is no answer: %j", (data) => {
    expect(readAnswer(data)).toBeNull()
  })
})
