import { expect, it } from "vitest"
import { retryAfterMs } from "./retryAfter.ts"

const now = Date.parse("2026-02-03T04:05:06Z")
const day = 24 * 60 * 60 * 1000

it.each([
  ["0", 0],
  ["30", 30_000],
  [" 30 ", 30_000],
  ["86400", day],
  ["86401", day],
  ["9".repeat(400), day],
  ["Tue, 03 Feb 2026 04:05:36 GMT", 30_000],
  ["Tue, 03 Feb 2026 04:05:06 GMT", 0],
  ["Wed, 21 Oct 2015 07:28:00 GMT", 0],
  ["Fri, 31 Dec 9999 23:59:59 GMT", day]
])("Retry-After: %s is a wait in milliseconds, at most a day", (header, expected) => {
  expect(retryAfterMs(header, now)).toBe(expected)
})

it.each([
  undefined,
  "",
  "soon",
  "-1",
  "1.5",
  "1e3",
  "0x10",
  "30 s",
  "30, 60",
  "Tue, 99 Feb 2026 04:05:36 GMT",
  "2026-02-03T04:06:00Z"
])("Retry-After: %s is not valid, and ignored", (header) => {
  expect(retryAfterMs(header, now)).toBeUndefined()
})
