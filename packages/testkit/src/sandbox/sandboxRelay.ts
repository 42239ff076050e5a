import type { CardMarks, CardRelay } from "@payloom/core"
import { Option } from "effect"
import { brandOf } from "./cardBrands.ts"
import type { CardSeals, SealedCard } from "./SandboxVault.ts"

/** A network token for tests. It begins as no card number does. */
const tokenOf = ({ number }: SealedCard): string => `9${number.slice(1)}`

const details = {
  number: ({ number }) => number,
  month: ({ expMonth }) => String(expMonth).padStart(2, "0"),
  year: ({ expYear }) => String(expYear),
  token: tokenOf,
  tokenyear: ({ expYear }) => String(expYear + 2),
  authentication: (card) => Buffer.from(`wallet ${card.number.slice(-4)}`).toString("base64"),
  cryptogram: (card) => Buffer.from(`for ${tokenOf(card).slice(-4)}`.padEnd(20)).toString("base64")
} as const satisfies Record<string, (card: SealedCard) => string>
type Detail = keyof typeof details

const isDetail = (name: string): name is Detail => Object.hasOwn(details, name)

/** Consists of letters that JSON and forms don't escape. */
const markOf = (detail: Detail, vaultReference: string): string =>
  `~card_${detail}.${vaultReference}~`

const anyMark = /~card_([a-z]+)\.([\w.-]+)~/g

/**
 * Creates the relay of the sandbox's vault. It replaces placeholders in a request by the details
 * of test cards. It knows no security codes, because the vault stores none.
 */
export const sandboxRelay = (seals: CardSeals): CardRelay => {
  const brandIn = (vaultReference: string): string | null =>
    Option.getOrNull(Option.map(seals.read(vaultReference), ({ number }) => brandOf(number)))
  const revealed = (mark: string, detail: string, vaultReference: string): string => {
    const card = Option.getOrNull(seals.read(vaultReference))
    if (card === null || !isDetail(detail)) throw new Error(`The vault has no card for ${mark}.`)
    return details[detail](card)
  }
  const walletOf = (vaultReference: string) => Option.getOrNull(seals.read(vaultReference))?.wallet
  return {
    marksOf: (vaultReference, { networkToken } = {}): CardMarks => ({
      number: markOf("number", vaultReference),
      expiryMonth: markOf("month", vaultReference),
      expiryYear: markOf("year", vaultReference),
      securityCode: null,
      holderName: null,
      ...(walletOf(vaultReference) === undefined
        ? {}
        : { wallet: { cryptogram: markOf("authentication", vaultReference), eci: "05" } }),
      ...(networkToken === undefined
        ? {}
        : {
            networkToken: {
              number: markOf("token", vaultReference),
              expiryMonth: markOf("month", vaultReference),
              expiryYear: markOf("tokenyear", vaultReference),
              ...(networkToken === "with_cryptogram"
                ? { cryptogram: markOf("cryptogram", vaultReference), eci: "07" }
                : { cryptogram: null }),
              brand: brandIn(vaultReference)
            }
          })
    }),
    fetch: async (address, init) => {
      // Following a redirect would send the card to an address that nobody chose.
      const once: RequestInit = { ...init, redirect: "error" }
      if (typeof init?.body !== "string") return fetch(address, once)
      const headers = new Headers(init.headers)
      headers.delete("content-length")
      return fetch(address, { ...once, headers, body: init.body.replaceAll(anyMark, revealed) })
    }
  }
}
