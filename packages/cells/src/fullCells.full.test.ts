import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createHandler } from "@payloom/adapter-http"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { sandbox } from "@payloom/testkit"
import { afterAll, describe, expect, it, onTestFinished } from "vitest"
import { cells } from "./cells.ts"

const folder = mkdtempSync(join(tmpdir(), "payloom-cells-"))
const disk = mkdtempSync(join(tmpdir(), "payloom-disk-"))

/** Mounts a small file system. False if mounting is not allowed here. */
const mount = (): boolean => {
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

const isMounted = mount()

afterAll(() => {
  if (isMounted) execFileSync("umount", [disk])
  for (const each of [disk, folder]) rmSync(each, { recursive: true })
})

/** Opens two shops on cells, of which one storage is on the small disk. */
const openShops = async (full: "b" | "directory") => {
  const file = (name: string) => sqlite(join(name === full ? disk : folder, `${full}-${name}.db`))
  let placed = 0
  const storage = cells({
    directory: file("directory"),
    cells: { a: file("a"), b: file("b") },
    placeTenant: () => (placed++ === 0 ? "a" : "b")
  })
  const box = sandbox()
  const payloom = await Payloom.make({ ...box.setup, storage, options: { pollMs: 20 } })
  onTestFinished(() => payloom.close())
  const open = async (reference: string) => {
    const shop = await box.openShop(payloom, { reference })
    const paymentInstrument = await box.saveCard(shop, "approved")
    let keys = 0
    return async () => {
      const payment = await shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey: `key ${keys++}` }
      )
      return payment.status
    }
  }
  const handler = createHandler(payloom)
  const health = async () => (await handler(new Request("http://shop.example/health"))).json()
  return { box, payloom, payInA: await open("a"), payInB: await open("b"), health }
}

const fill = () => {
  const file = join(disk, "filler")
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(file, Buffer.alloc(bavail * bsize))
  return () => rmSync(file)
}

/** Repeats something until it is refused, because a file may have pages without rows. */
const refusalOf = async (write: (nth: number) => Promise<unknown>): Promise<unknown> => {
  for (let nth = 0; ; nth++) {
    const refused = await write(nth).then(
      () => null,
      (error: unknown) => error
    )
    if (refused !== null) return refused
  }
}

const why = isMounted ? "" : " (nobody may mount one here)"

describe.skipIf(!isMounted)(`a disk of a SQLite file that is full${why}`, () => {
  it("of a cell: its tenants get StorageUnavailable, and others pay", async () => {
    const { box, payloom, payInA, payInB, health } = await openShops("b")
    expect(await payInB()).toBe("succeeded")
    const free = fill()
    expect(await refusalOf(payInB)).toMatchObject({ _tag: "StorageUnavailable", isFull: true })
    expect(await payInA()).toBe("succeeded")
    expect(await health()).toEqual({ status: "ok", full: ["b"] })
    free()
    expect(await health()).toEqual({ status: "ok" })
    expect(await payInB()).toBe("succeeded")
    await payloom.runDue()
    expect(await box.audit(payloom)).toEqual([])
  })

  it("of the directory: all known tenants pay, and new ones get StorageUnavailable", async () => {
    const { box, payloom, payInA, payInB, health } = await openShops("directory")
    const free = fill()
    const create = (nth: number) =>
      payloom.tenants.create({
        displayName: "New",
        defaultCurrency: "EUR",
        reference: `new ${nth} ${"-".repeat(200)}`
      })
    expect(await refusalOf(create)).toMatchObject({ _tag: "StorageUnavailable", isFull: true })
    expect([await payInA(), await payInB()]).toEqual(["succeeded", "succeeded"])
    expect(await health()).toEqual({ status: "ok", full: ["directory"] })
    free()
    expect(await health()).toEqual({ status: "ok" })
    await payloom.tenants.create({ displayName: "New", defaultCurrency: "EUR" })
    expect(await box.audit(payloom)).toEqual([])
  })
})
