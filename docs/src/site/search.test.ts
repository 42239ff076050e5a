import { expect, it } from "vitest"
import { wordsOf } from "./search.ts"

it("the search has a name of code as a word, and each of its parts", () => {
  expect(wordsOf("`no_route`, payment.succeeded and --with-providers.")).toEqual(
    ["no_route", "no", "route"].concat(
      ["payment.succeeded", "payment", "succeeded", "and"],
      ["with-providers", "with", "providers"]
    )
  )
})

it("the search has ordinary words once, without the marks around them", () => {
  expect(wordsOf("(Errors) of a key…")).toEqual(["Errors", "of", "a", "key"])
})
