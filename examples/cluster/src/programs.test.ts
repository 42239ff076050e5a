import { expect, it } from "vitest"
import { keepsLeases } from "./programs.ts"

it.each([
  ["patroni 2.1.4", false],
  ["patroni 3.0.2", false],
  ["patroni 3.0.3", true],
  ["patroni 3.1.0", true],
  ["patroni 4.0.6", true]
])("%s keeps the lease of a new primary: %s", (version, keeps) => {
  expect(keepsLeases(version)).toBe(keeps)
})
