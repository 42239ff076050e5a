import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { sqlite } from "@payloom/adapter-sqlite"
import {
  ApiKeyCollection,
  MidCollection,
  remove,
  type StoragePort,
  TenantCollection,
  tenantReferenceKey
} from "@payloom/core"
import { openStorage } from "@payloom/testkit"
import { Effect, Option } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { type Claim, claiming, claimsIn } from "./testing/claims.ts"

const program = fileURLToPath(new URL("./testing/claimProgram.ts", import.meta.url))
const folder = mkdtempSync(join(tmpdir(), "payloom-claims-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = Effect.runPromise

let numbers = 0
/** Returns the id of a new tenant in a cell. */
const newTenant = (cell: "A" | "B") => `tenant_${String(numbers++).padStart(25, "0")}${cell}`

const newMid = () => `mid_${String(numbers++).padStart(26, "0")}`

/** Returns the rows with a claimed value, in one storage. */
const rowsOf = async (storage: StoragePort, { hash, reference, mid }: Claim) => {
  const keys = [
    ...(hash === undefined ? [] : [[ApiKeyCollection, "hash", hash] as const]),
    ...(mid === undefined ? [] : [[MidCollection, "id", mid] as const]),
    ...(reference === undefined
      ? []
      : [[TenantCollection, "reference", tenantReferenceKey("test", reference)] as const])
  ]
  const found = []
  for (const [of, key, value] of keys) {
    // Only the scope of the row counts.
    const row = await run(storage.findUnique("any", of as typeof MidCollection, key, value))
    if (Option.isSome(row)) found.push({ of: of as typeof MidCollection, row: row.value })
  }
  return found
}

/** A process that claims values for a tenant, and kills itself at one of its commits. */
const startClaimer = async (
  tenant: string,
  death: { readonly at: number; readonly when: "before" | "after" },
  claim: Claim
) => {
  const args = [folder, tenant, `${death.at}`, death.when, JSON.stringify(claim)]
  const child: ChildProcess = spawn(process.execPath, ["--conditions=source", program, ...args], {
    stdio: ["pipe", "pipe", "inherit"]
  })
  let printed = ""
  child.stdout?.on("data", (part) => {
    printed += part
  })
  if (child.stdout !== null) await once(child.stdout, "data")
  return {
    /** Lets it claim. Returns its result, or `killed`. */
    begin: async () => {
      child.stdin?.end("begin\n")
      const [, signal] = await once(child, "close")
      return signal === "SIGKILL" ? "killed" : (printed.trim().split("\n").at(-1) ?? "")
    }
  }
}

/** The storages beneath the cells. */
const beneath = async () => {
  const { storage: a } = await openStorage(sqlite(join(folder, "a.db")))
  const { storage: b } = await openStorage(sqlite(join(folder, "b.db")))
  return [a, b]
}

/** Returns new values of an API key's hash, a reference and a MID, which one commit claims. */
const newClaim = (): Required<Claim> => ({
  hash: `hash ${numbers++}`,
  reference: `shop ${numbers++}`,
  mid: newMid()
})

describe("two processes that claim the same values in two cells", () => {
  it("leave one owner and nothing stuck, at whichever commit one is killed", async () => {
    const { storage } = await openStorage(claimsIn(folder))
    const cells = await beneath()
    const ends: Array<string> = []
    for (let at = 1, isOver = false; !isOver; at++) {
      for (const [when, isAtOnce] of [
        ["before", true],
        ["after", false]
      ] as const) {
        const [claim, one, other] = [newClaim(), newTenant("A"), newTenant("B")]
        const claimer = await startClaimer(one, { at, when }, claim)
        const killing = claimer.begin()
        const first = isAtOnce ? null : await killing
        const second = await run(claiming(storage, other, claim))
        const end = first ?? (await killing)
        ends.push(`${end} ${second}`)
        isOver = end !== "killed"
        const rows = (await Promise.all(cells.map((cell) => rowsOf(cell, claim)))).flat()
        const size = Object.keys(claim).length
        expect([at, when, second, rows.length]).toEqual([at, when, second, size])
        const owner = second === "committed" ? other : one
        expect(["committed", "key_taken"]).toContain(second)
        expect(new Set(rows.map(({ row }) => row.scope.tenant))).toEqual(new Set([owner]))
        const found = await rowsOf(storage, claim)
        expect(found.map(({ row }) => row.scope.tenant)).toEqual(Array(size).fill(owner))
        // The value stays taken, until its rows are removed. Both tenants can still write.
        expect(await run(claiming(storage, newTenant("A"), claim))).toBe("key_taken")
        await run(storage.commit(found.map(({ of, row }) => remove(of, row))))
        expect(await run(claiming(storage, newTenant("A"), claim))).toBe("committed")
        for (const tenant of [one, other]) {
          expect(await run(claiming(storage, tenant, { mid: newMid() }))).toBe("committed")
        }
      }
    }
    expect(ends.filter((end) => end.startsWith("killed")).length).toBeGreaterThan(6)
    expect(new Set(ends.map((end) => end.split(" ")[1]))).toEqual(
      new Set(["committed", "key_taken"])
    )
  })
})
