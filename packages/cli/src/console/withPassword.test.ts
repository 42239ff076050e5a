import { describe, expect, it } from "vitest"
import { consolePassword, withPassword } from "./withPassword.ts"

const password = "a password of the console"

const signIn = (authorization?: string) =>
  withPassword(password)(
    new Request("https://pay.example/console", {
      headers: authorization === undefined ? {} : { Authorization: authorization }
    })
  )

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`

describe("the console's password", () => {
  it("lets a person in under the name that the browser sends, in any script", () => {
    expect(signIn(basic(`Zoë:${password}`))).toEqual({ id: "name:Zoë", name: "Zoë", role: "admin" })
  })

  it("is asked for after a wrong password, without a name, and without any", async () => {
    const wrong = [undefined, "", "Basic", "Bearer x", basic("Ada"), basic(`:${password}`)]
    for (const given of [...wrong, basic("Ada:a password of the consolE"), basic("Ada:")]) {
      const answer = signIn(given)
      expect([given, answer instanceof Response && answer.status]).toEqual([given, 401])
    }
  })

  it("has at least 16 characters, or is absent", () => {
    expect(consolePassword({})).toBe(null)
    expect(consolePassword({ PAYLOOM_CONSOLE_PASSWORD: password })).toBe(password)
    expect(() => consolePassword({ PAYLOOM_CONSOLE_PASSWORD: "short" })).toThrow("at least 16")
  })
})
