import { expect, it } from "vitest"
import { shownLocation } from "./shownLocation.ts"

it.each([
  ["postgres://me:pass@shop.example/shop", "postgres://me@shop.example/shop"],
  ["postgres://me@shop.example/shop?password=pass", "postgres://me@shop.example/shop"],
  ["postgres://me:x@shop.example/shop#pass", "postgres://me@shop.example/shop"],
  ["postgres://me:pa/ss@shop.example/shop", "postgres://…"],
  ["postgresql://me:pa#ss@shop.example/shop", "postgres://…"],
  ["payloom.db", "payloom.db"]
])("%s is shown without its password", (location, shown) => {
  expect(shownLocation(location)).toBe(shown)
})
