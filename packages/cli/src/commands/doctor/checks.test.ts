import { PostgresRefused } from "@payloom/adapter-postgres"
import { StorageUnavailable } from "@payloom/core"
import { describe, expect, it } from "vitest"
import {
  checkClock,
  checkDisk,
  checkFileSystem,
  checkLog,
  checkNode,
  checkSecret
} from "./machineChecks.ts"
import { openingFinding } from "./openingFinding.ts"

const gigabyte = 2 ** 30
const space = (free: number) => ({ free: free * gigabyte, total: 100 * gigabyte, type: 0xef53 })
const refusedBy = (reason: "old_server" | "not_accessible" | "newer_schema") =>
  openingFinding(new PostgresRefused({ reason, schema: "payloom", detail: "why" }))
const unavailable = (message: string) =>
  openingFinding(new StorageUnavailable({ cause: new Error(message) }))

describe("doctor finds", () => {
  it.each([
    ["a Node that is too old", checkNode("22.17.9"), "Install a newer Node"],
    ["a missing secret", checkSecret(null), "Set it to the master secret"],
    ["a short secret", checkSecret("x".repeat(31)), "Set the whole secret"],
    ["a disk that is full", checkDisk(space(0.1)), "Free some space now"],
    ["a disk that is nearly full", checkDisk(space(1)), "Free some space, or move"],
    ["a network file system", checkFileSystem({ ...space(9), type: 0x6969 }), "local disk"],
    ["a log that grows", checkLog("payloom.db", gigabyte), "A program keeps a read transaction"],
    ["a clock that is far ahead", checkClock(40_000, 0, "the database's"), "with NTP"],
    ["a clock that is far behind", checkClock(0, 40_000, "the database's"), "with NTP"],
    ["a clock that is a little off", checkClock(3000, 0, "the database's"), "with NTP"],
    ["a PostgreSQL that is too old", refusedBy("old_server"), "Update PostgreSQL"],
    ["a PostgreSQL that refuses the user", refusedBy("not_accessible"), "Mend the permissions"],
    ["a store of a newer release", refusedBy("newer_schema"), "Update this package"],
    ["an unknown host", unavailable("getaddrinfo ENOTFOUND db"), "the host name"],
    ["a database that is not running", unavailable("connect ECONNREFUSED"), "Start the database"],
    ["a database behind a firewall", unavailable("connect ETIMEDOUT"), "the firewall"]
  ])("%s, and says what to do", (_, { status, found, remedy }, part) => {
    expect(status).not.toBe("ok")
    expect(found).not.toBe("")
    expect(remedy).toContain(part)
  })

  it("nothing on a machine that is well", () => {
    const well = [
      checkNode("22.18.0"),
      checkNode("24.0.0"),
      checkSecret("x".repeat(32)),
      checkDisk(space(50)),
      checkFileSystem(space(50)),
      checkLog("payloom.db", 16 * 2 ** 20),
      checkClock(500, 0, "the database's")
    ]
    expect(well.filter(({ status }) => status !== "ok")).toEqual([])
  })
})
