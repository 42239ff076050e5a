import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import { describe, expect, it, onTestFinished } from "vitest"
import { chargeBare } from "./bare/chargeBare.ts"
import { findLibrary } from "./library.ts"
import { processors } from "./processors.ts"
import { survive } from "./survive.ts"

const library = findLibrary()
const onProgress = () => undefined

describe("payments at all providers at once", () => {
  it("are the same in our ledger and at all providers, to the cent, despite faults and kills", async () => {
    const { folder, remove } = temporaryFolder()
    onTestFinished(remove)
    const { audit, providers, ...survived } = await survive({
      ...{ folder, library, onProgress },
      ...{ servers: 2, orders: 40, kills: 2, lanes: 16, patienceMs: 90_000 }
    })
    expect(survived).toMatchObject({ kills: 2, unanswered: 0 })
    expect(audit).toMatchObject({ differences: 0, findings: [] })
    expect(audit.ours.held).toEqual(audit.theirs.held)
    expect(audit.ours.captured).toEqual(audit.theirs.captured)
    const prism = library === null ? [] : processors.map(({ provider }) => provider)
    expect(Object.keys(providers)).toEqual(["stripe", "adyen", ...prism])
  })
})

describe.skipIf(library === null)("the same payments by the library alone", () => {
  it("are charged at the same processors", async () => {
    if (library === null) return
    const bare = await chargeBare({ library, orders: 24, lanes: 16, onProgress })
    expect(bare.paid + bare.declined + bare.failed).toBe(24)
    expect(Object.keys(bare.providers)).toEqual(processors.map(({ provider }) => provider))
  })
})
