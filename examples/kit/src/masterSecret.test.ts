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

it("a new database gets a secret file for its owner alone, and keeps the secret", () => {
  const secret = masterSecret(database)
  expect(secret.length).toBeGreaterThanOrEqual(32)
  expect(readdirSync(folder)).toEqual(["payloom.db.secret"])
  expect(statSync(`${database}.secret`).mode & 0o777).toBe(0o600)
  writeFileSync(database, "used")
  expect(masterSecret(database)).toBe(secret)
})

it("a used database never gets a new secret", () => {
  writeFileSync(database, "used")
  expect(() => masterSecret(database)).toThrow(
    `The secret of ${database} is missing. Restore ${database}.secret, or set`
  )
  expect(readdirSync(folder)).toEqual(["payloom.db"])
})

it("a short secret is refused, from the environment and from the file", () => {
  vi.stubEnv("PAYLOOM_SECRET", "short")
  expect(() => masterSecret(database)).toThrow(
    "PAYLOOM_SECRET must contain a secret of at least 32 characters. It has 5."
  )
  vi.stubEnv("PAYLOOM_SECRET", "")
  writeFileSync(`${database}.secret`, "")
  expect(() => masterSecret(database)).toThrow(
    `${database}.secret must contain a secret of at least`
  )
})

it("a secret in the environment is used, without a file", () => {
  vi.stubEnv("PAYLOOM_SECRET", "a secret of more than 32 characters")
  expect(masterSecret(database)).toBe("a secret of more than 32 characters")
  expect(readdirSync(folder)).toEqual([])
})
