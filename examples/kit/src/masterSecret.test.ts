import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { masterSecret } from "./masterSecret.ts"

let folder: string
let database: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "payloom-secret-test-"))
  database = join(folder, "payloom.db")
  vi.stubEnv("PAYLOOM_SECRET", "")
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

it("a secret is made for a new database, for its owner alone, and found again", () => {
  const secret = masterSecret(database)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(readdirSync(folder)).toEqual(["payloom.db.secret"])
  expect(statSync(`${database}.secret`).mode & 0o777).toBe(0o600)
  writeFileSync(database, "used")
  expect(masterSecret(database)).toBe(secret)
})

it("no secret is made for a database that was used with one before", () => {
  writeFileSync(database, "used")
  expect(() => masterSecret(database)).toThrow(
    `The secret that ${database} was made with is missing. Put ${database}.secret back`
  )
  expect(readdirSync(folder)).toEqual(["payloom.db"])
})

it("a secret that is too short is refused, whichever place it is from", () => {
  vi.stubEnv("PAYLOOM_SECRET", "short")
  expect(() => masterSecret(database)).toThrow(
    "PAYLOOM_SECRET must hold a secret of at least 32 characters, but it has 5."
  )
  vi.stubEnv("PAYLOOM_SECRET", "")
  writeFileSync(`${database}.secret`, "")
  expect(() => masterSecret(database)).toThrow(`${database}.secret must hold a secret of at least`)
})

it("a secret that is given is taken, and no file is made", () => {
  vi.stubEnv("PAYLOOM_SECRET", "a secret of more than 32 characters")
  expect(masterSecret(database)).toBe("a secret of more than 32 characters")
  expect(readdirSync(folder)).toEqual([])
})
