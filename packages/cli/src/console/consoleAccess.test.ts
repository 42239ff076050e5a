import { describe, expect, it } from "vitest"
import { authenticateBy, type ConsoleAccess, consoleAccess } from "./consoleAccess.ts"

const password = "a password of the console"
const everybody: ConsoleAccess = { kind: "everybody" }
const accessAt = (host: string, url: string | null = null, env = {}) =>
  consoleAccess({ env, host, url, otherwise: () => everybody })

describe("the console", () => {
  it("needs no variable on a server that only this machine reaches", () => {
    for (const host of ["127.0.0.1", "127.1.2.3", "localhost", "::1"]) {
      expect([host, accessAt(host).kind]).toEqual([host, "everybody"])
    }
    expect(accessAt("127.0.0.1", "http://localhost:8080").kind).toBe("everybody")
    expect(accessAt("127.0.0.1", "http://[::1]:8080").kind).toBe("everybody")
  })

  it("is not served to other machines without PAYLOOM_CONSOLE_PASSWORD", () => {
    for (const host of ["0.0.0.0", "::", "192.168.0.7", "pay.example", "127.0.0.1.evil.example"]) {
      expect([host, accessAt(host).kind]).toEqual([host, "nobody"])
    }
    expect(accessAt("127.0.0.1", "https://pay.example").kind).toBe("nobody")
    expect(accessAt("0.0.0.0", null, { PAYLOOM_CONSOLE_PASSWORD: password })).toEqual({
      kind: "password",
      password
    })
  })

  it("takes the password of the variable also where everybody could come in", () => {
    const env = { PAYLOOM_CONSOLE_PASSWORD: password }
    expect(accessAt("127.0.0.1", null, env).kind).toBe("password")
    expect(() => accessAt("127.0.0.1", null, { PAYLOOM_CONSOLE_PASSWORD: "short" })).toThrow(
      "at least 16"
    )
  })

  it("lets everybody in under the addresses of this machine, and not under another name", () => {
    const signIn = (url: string) => authenticateBy(everybody)(new Request(url))
    expect(signIn("http://localhost:8080/console")).toMatchObject({ role: "admin" })
    expect(signIn("http://[::1]:8080/console")).toMatchObject({ role: "admin" })
    const rebound = signIn("http://shop.example:8080/console")
    expect(rebound instanceof Response && rebound.status).toBe(403)
  })
})
