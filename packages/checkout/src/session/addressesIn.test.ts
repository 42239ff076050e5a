import { describe, expect, it } from "vitest"
import { addressesIn } from "./addressesIn.ts"

const linksIn = (text: string) =>
  addressesIn(text).flatMap(({ address }) => (address === null ? [] : [address]))

describe("a URL in a text", () => {
  it.each([
    ["Pay at https://pay.example/a?b=1#c.", ["https://pay.example/a?b=1#c"]],
    ["https://pay.example/a", ["https://pay.example/a"]],
    [
      "(see http://one.example/), then https://two.example!",
      ["http://one.example/", "https://two.example"]
    ],
    ["https://pay.example/abc。そして", ["https://pay.example/abc。そして"]],
    ["https://pay.example/abc。", ["https://pay.example/abc"]]
  ])("of %j is found without the sentence around it: %j", (text, links) => {
    expect(linksIn(text)).toEqual(links)
  })

  it.each([
    "",
    "Pay at the shop.",
    "javascript:alert(1)",
    "http://",
    "https://.",
    "ftp://a.example"
  ])("is not in %j", (text) => {
    expect(linksIn(text)).toEqual([])
  })

  it("leaves the text as it is", () => {
    for (const text of [
      "",
      "a",
      "a https://b.example, c",
      "https://b.example. https://c.example"
    ]) {
      expect(
        addressesIn(text)
          .map((part) => part.text)
          .join("")
      ).toBe(text)
    }
  })
})
