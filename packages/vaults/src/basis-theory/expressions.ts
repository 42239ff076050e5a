import type { CardMarks } from "@payloom/core"
import type { BasisTheoryWallet } from "./BasisTheoryOptions.ts"

/** The ids of Basis Theory's tokens. */
export const tokenId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Returns the expressions that Basis Theory's proxy replaces with a token's details. The quotes are
 * single, because JSON would escape double ones.
 */
export const expressionsOf = (
  id: string,
  kind: "token" | BasisTheoryWallet = "token"
): Omit<CardMarks, "securityCode"> => ({
  number: `{{ ${kind}: ${id} | json: '$.data.number' }}`,
  expiryMonth: `{{ ${kind}: ${id} | json: '$.data' | card_exp: 'MM' }}`,
  expiryYear: `{{ ${kind}: ${id} | json: '$.data' | card_exp: 'YYYY' }}`,
  holderName: null
})

/** Returns the expression of a wallet's cryptogram. */
export const cryptogramOf = (kind: BasisTheoryWallet, id: string): string =>
  `{{ ${kind}: ${id} | json: '$.authentication.threeds_cryptogram' }}`

/** Returns the expression of a token's security code. */
export const codeExpression = (id: string): string => `{{ token: ${id} | json: '$.data.cvc' }}`

/** Returns the expression of the number of a network token. */
export const networkNumber = (id: string): string =>
  `{{ network_token: ${id} | json: '$.data.number' }}`

/** The expressions of this module, for any token. */
export const anyExpression = new RegExp(
  [
    "\\{\\{ (?:token|network_token|apple_pay|google_pay): [0-9a-f-]{36}",
    "json: '\\$\\.(?:data(?:\\.number|\\.cvc)?|authentication\\.threeds_cryptogram)'" +
      "(?: \\| card_exp: '(?:MM|YYYY)')? \\}\\}"
  ].join(" \\| "),
  "g"
)

/**
 * Makes texts harmless that the proxy would read as expressions. A payer could type one in as a
 * name. Expressions for which `isOwn` returns true stay as they are. In all others a space
 * separates the two braces, so that the proxy takes them for text.
 */
export const defused = (text: string, isOwn: (mark: string) => boolean): string => {
  const parts: Array<string> = []
  let from = 0
  for (const { 0: found, index } of text.matchAll(anyExpression)) {
    if (!isOwn(found)) continue
    parts.push(separated(text.slice(from, index)), found)
    from = index + found.length
  }
  return [...parts, separated(text.slice(from))].join("")
}

const separated = (text: string): string => text.replaceAll(/\{(?=[{%])/g, "{ ")

/** Makes a request's body harmless, as `defused` does. */
export const defusedBody = (
  body: string,
  isForm: boolean,
  isOwn: (mark: string) => boolean
): string => {
  if (!isForm) return defused(body, isOwn)
  const fields = [...new URLSearchParams(body)]
  const safe = fields.map(([name, value]) => [defused(name, isOwn), defused(value, isOwn)])
  return JSON.stringify(safe) === JSON.stringify(fields)
    ? body
    : new URLSearchParams(safe).toString()
}
