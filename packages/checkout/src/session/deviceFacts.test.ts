import { describe, expect, it } from "vitest"
import { type BrowserDevice, deviceFactsOf } from "./deviceFacts.ts"

const phone: BrowserDevice = {
  language: "fr-CA",
  screen: { width: 390, height: 844, colorDepth: 24 },
  timeZone: "America/Toronto",
  utcOffsetMinutes: 300
}

describe("the facts about a payer's device", () => {
  it("are language, screen, time zone and offset, in the API's form", () => {
    expect(deviceFactsOf(phone)).toEqual({
      language: "fr-CA",
      screen: { width: 390, height: 844, color_depth: 24 },
      time_zone: "America/Toronto",
      utc_offset_minutes: 300
    })
  })

  it.each<readonly [string, Partial<BrowserDevice>]>([
    ["language", { language: undefined }],
    ["language", { language: "en_US@posix" }],
    ["screen", { screen: { width: 390.5, height: 844, colorDepth: 24 } }],
    ["screen", { screen: { width: -1, height: 844, colorDepth: 24 } }],
    ["time_zone", { timeZone: undefined }],
    ["time_zone", { timeZone: "Etc/Unknown zone" }],
    ["utc_offset_minutes", { utcOffsetMinutes: Number.NaN }]
  ])("lack a %s that the API would refuse, so that the payer can still pay", (name, odd) => {
    const { [name as "screen"]: _, ...rest } = deviceFactsOf(phone)
    expect(deviceFactsOf({ ...phone, ...odd })).toEqual(rest)
  })
})
