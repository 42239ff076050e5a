import { afterEach, describe, expect, it, vi } from "vitest"
import { withPassword } from "./withPassword.ts"

const password = "a password of the console"
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`
const right = basic(`Zoë:${password}`)
const wrong = basic("Zoë:a password of the consolE")

const asked = (authorization?: string, cookie?: string) =>
  new Request("https://pay.example/console", {
    headers: {
      ...(authorization === undefined ? {} : { Authorization: authorization }),
      ...(cookie === undefined ? {} : { Cookie: `__Host-payloom-console=${cookie.repeat(43)}` })
    }
  })

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } })

const statusOf = (answer: unknown) => (answer instanceof Response ? answer.status : "in")

describe("the console's password", () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it("lets a person in under the name that the browser sends, in any script", () => {
    const user = withPassword(password)(asked(right))
    expect(user).toEqual({ id: "name:Zoë", name: "Zoë", role: "admin" })
  })

  it("is asked for after a wrong password, without a name, and without any", () => {
    const signIn = withPassword(password)
    const given = [undefined, "", "Basic", "Bearer x", basic("Ada"), basic(`:${password}`)]
    for (const header of [...given, basic("A\nda:x"), wrong, basic("Ada:")]) {
      expect([header, statusOf(signIn(asked(header)))]).toEqual([header, 401])
    }
  })

  it("has at least 16 characters", () => {
    expect(() => withPassword("short")).toThrow("at least 16 characters")
  })

  it("can't be tried more than ten times in a minute, even if it is right then", () => {
    vi.useFakeTimers()
    const signIn = withPassword(password)
    const at = from("192.0.2.7")
    for (let tries = 0; tries < 10; tries++) expect(statusOf(signIn(asked(wrong), at))).toBe(401)
    const refused = signIn(asked(right), at)
    expect(statusOf(refused)).toBe(429)
    expect(refused instanceof Response && Number(refused.headers.get("retry-after"))).toBe(60)
    expect(statusOf(signIn(asked(right), from("192.0.2.8")))).toBe("in")
    vi.advanceTimersByTime(60_000)
    expect(statusOf(signIn(asked(right), at))).toBe("in")
  })

  it("can't be tried from many addresses of one IPv6 network", () => {
    const signIn = withPassword(password)
    const addresses = ["2001:db8:1:2::7", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2:9::"]
    for (let tries = 0; tries < 10; tries++) {
      signIn(asked(wrong), from(addresses[tries % addresses.length] ?? ""))
    }
    expect(statusOf(signIn(asked(right), from("2001:db8:1:2::8")))).toBe(429)
    expect(statusOf(signIn(asked(right), from("2001:db8:1:3::8")))).toBe("in")
    expect(statusOf(signIn(asked(right), from("::ffff:192.0.2.8")))).toBe("in")
  })

  it("keeps a browser in that has signed in, while another at its address is refused", () => {
    const signIn = withPassword(password)
    const proxy = from("10.0.0.1")
    expect(statusOf(signIn(asked(right, "a"), proxy))).toBe("in")
    for (let tries = 0; tries < 10; tries++) signIn(asked(wrong, "b"), proxy)
    expect(statusOf(signIn(asked(right, "a"), proxy))).toBe("in")
    expect(statusOf(signIn(asked(right, "b"), proxy))).toBe(429)
    expect(statusOf(signIn(asked(wrong, "a"), proxy))).toBe(401)
    expect(statusOf(signIn(asked(right, "a"), proxy))).toBe(429)
  })
})
