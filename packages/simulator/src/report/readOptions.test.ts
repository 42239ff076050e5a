import { describe, expect, it } from "vitest"
import { readOptions } from "./readOptions.ts"

describe("the options of the command", () => {
  it("have defaults", () => {
    expect(readOptions([])).toEqual({
      seeds: 100,
      seed: "1",
      minutes: null,
      json: false,
      help: false
    })
  })

  it("may name one seed with a goal", () => {
    const seed = "7~payments.create 2 dies_after"
    expect(readOptions(["--seeds", "1", "--seed", seed])).toMatchObject({ seeds: 1, seed })
  })

  it("are refused with the name of the option if they are no numbers above 0", () => {
    expect(() => readOptions(["--seeds", "0"])).toThrow(
      "--seeds is 0: give a whole number above 0."
    )
    expect(() => readOptions(["--seeds", "1.5"])).toThrow("--seeds is 1.5")
    expect(() => readOptions(["--seeds", "2", "--seed", "x"])).toThrow("--seed is x")
    expect(() => readOptions(["--minutes", "soon"])).toThrow("--minutes is soon")
    expect(() => readOptions(["--sedes", "2"])).toThrow("--sedes")
  })
})
