import type { FakeNetworkToken } from "./basisTheoryNetworkTokens.ts"
import type { FakeWallet } from "./basisTheoryWallets.ts"
import type { FakeToken } from "./startFakeBasisTheory.ts"

/** The objects that expressions may name, by the word before the id. */
interface Stored {
  readonly token: ReadonlyMap<string, FakeToken>
  readonly network_token: ReadonlyMap<string, FakeNetworkToken>
  readonly apple_pay: ReadonlyMap<string, FakeWallet>
  readonly google_pay: ReadonlyMap<string, FakeWallet>
}

/**
 * Evaluates the expressions of a text as Basis Theory's proxy does. Throws for an unknown token and
 * for an expression that the fake doesn't know.
 */
export const evaluate = (text: string, stored: Stored): string => {
  if (text.includes("{%")) throw new Error("Tags are not supported.")
  return text.replaceAll(/\{\{(.*?)\}\}/gs, (_, inner: string) => {
    const [variable = "", ...filters] = inner.split("|").map((part) => part.trim())
    const [, kind, id = ""] =
      /^(?:(token|network_token|apple_pay|google_pay):\s*)?([0-9a-f-]+)$/.exec(variable) ?? []
    const token = stored[(kind ?? "token") as keyof Stored].get(id)
    const isGone = token !== undefined && "status" in token && token.status === "deleted"
    if (token === undefined || isGone)
      throw new Error(`Failed to detokenize some tokens: ${variable}`)
    const start: unknown = kind === undefined ? token.data : token
    const value = filters.reduce(applyFilter, start)
    return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "")
  })
}

const applyFilter = (value: unknown, filter: string): unknown => {
  const [, name, , argument = ""] = /^(\w+):\s*(['"])(.*)\2$/s.exec(filter) ?? []
  if (name === "json") {
    const path = argument.replace(/^\$\.?/, "").split(".")
    return path.reduce(
      (at: unknown, key) => (key === "" ? at : Reflect.get(Object(at), key)),
      value
    )
  }
  if (name === "card_exp") {
    const { expiration_month: month, expiration_year: year } = Object(value)
    if (argument === "MM") return String(month).padStart(2, "0")
    if (argument === "YYYY") return String(year)
  }
  throw new Error(`The filter ${filter} is not supported.`)
}
