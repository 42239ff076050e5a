import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { fieldsIn } from "@payloom/core"
import type { WalletCard, WalletPayload } from "@payloom/testkit"
import { fakeFaults, meetFault, onLoopback, seededRandom } from "@payloom/testkit/fake-provider"
import type { EvervaultOptions } from "../evervault/EvervaultOptions.ts"
import { brandOf, fingerprintOf, issuer } from "./cardFacts.ts"
import type { FakeVault } from "./FakeVault.ts"
import { answerJson, type Reply } from "./forward.ts"
import { type TunnelTls, tunnelServer } from "./tunnelServer.ts"

/** The options of the fake. */
export interface FakeEvervaultOptions {
  /** Uses TLS for the proxy, and ends TLS inside its tunnels. Without it, both are plain HTTP. */
  readonly tls?: TunnelTls
}

/** A fake of Evervault. */
export interface FakeEvervault extends FakeVault<Omit<EvervaultOptions, "hosts">> {
  /** Returns the data of the component for Apple Pay or Google Pay. */
  readonly encryptWallet: (
    wallet: string,
    card: WalletCard
  ) => { readonly [field: string]: WalletPayload }
}

const credentials = { appId: "app_fake", apiKey: "ev:key:1:fake" } as const

/**
 * Starts a fake of Evervault. It encrypts what the card component would, describes encrypted
 * numbers, and has a Relay that decrypts every field. Like Evervault it stores no card. The fake
 * sends on by HTTP. It doesn't imitate Evervault's cryptography, data roles, or the actions of a
 * relay.
 */
export const startFakeEvervault = async ({
  tls
}: FakeEvervaultOptions = {}): Promise<FakeEvervault> => {
  const faults = fakeFaults(seededRandom("evervault"))
  const { seal, open } = sealing()
  const proxy = await tunnelServer({
    authorization: credentials.apiKey,
    faults,
    reveal: (body) =>
      body.replaceAll(/ev:(?:[\w+/=-]+:)+\$/g, (sealed) => open(sealed)?.text ?? sealed),
    headersOf: () => ({}),
    ownHeaders: { "x-evervault-error-code": "relay-error" },
    ...(tls && { tls })
  })
  const authorization = `Basic ${btoa(`${credentials.appId}:${credentials.apiKey}`)}`
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const fault = faults.faultOf("lookup")
    if (await meetFault(fault, "before", response)) return
    const isKnown = request.headers.authorization === authorization
    const isThere = request.url === "/fingerprint"
    const described = () => describe(open(String(fieldsIn(body)?.token)))
    answerJson(response, isKnown ? (isThere ? described() : [404, {}]) : [401, {}])
  }
  const server = createServer((request, response) => {
    void take(request, response).catch(() => response.destroy())
  })
  const { url, close } = await onLoopback(server)
  return {
    options: { ...credentials, apiUrl: url, proxyUrl: proxy.url },
    encryptCard: async ({ number, expMonth, expYear, cvc }) =>
      JSON.stringify({
        card: {
          name: null,
          brand: brandOf(number),
          number: seal("card-number", number),
          lastFour: number.slice(-4),
          bin: number.slice(0, 6),
          expiry: { month: String(expMonth).padStart(2, "0"), year: String(expYear % 100) },
          cvc: seal("string", cvc)
        },
        isValid: true,
        isComplete: true,
        errors: null
      }),
    encryptWallet: (wallet, { number, expMonth, expYear, cryptogram, eci }) => {
      const token = {
        number: seal("card-number", number),
        expiry: { month: String(expMonth).padStart(2, "0"), year: String(expYear % 100) },
        tokenServiceProvider: wallet === "apple_pay" ? "apple" : "google"
      }
      return {
        [wallet === "apple_pay" ? "networkToken" : "token"]: token,
        card: { brand: brandOf(number) },
        cryptogram: seal("string", cryptogram),
        ...(eci === "" ? {} : { eci: String(Number(eci)) })
      }
    },
    hasCode: () => false,
    faults,
    refuseToRelay: proxy.refuseToRelay,
    close: async () => {
      await proxy.close()
      await close()
    }
  }
}

/** A text that the fake encrypted. */
interface Opened {
  readonly category: string
  readonly text: string
}

/** Encrypts and decrypts texts in Evervault's format, with a key that only the fake has. */
const sealing = () => {
  const key = randomBytes(32)
  const seal = (category: string, value: string): string => {
    const vector = randomBytes(12)
    const cipher = createCipheriv("aes-256-gcm", key, vector)
    const content = Buffer.concat([cipher.update(`${category} ${value}`, "utf8"), cipher.final()])
    const sealed = Buffer.concat([content, cipher.getAuthTag()])
    return `ev:debug:Tk9D:${vector.toString("base64")}:${sealed.toString("base64")}:$`
  }
  const open = (sealed: string): Opened | null => {
    const [, , , vector = "", content = ""] = sealed.split(":")
    try {
      const bytes = Buffer.from(content, "base64")
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(vector, "base64"))
      decipher.setAuthTag(bytes.subarray(-16))
      const plain = Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()])
      const [category = "", text = ""] = plain.toString("utf8").split(" ")
      return { category, text }
    } catch {
      return null
    }
  }
  return { seal, open }
}

const describe = (opened: Opened | null): Reply => {
  if (opened === null) return [422, { code: "unprocessable-content", title: "Error" }]
  const { category, text: number } = opened
  const isNumber = category === "card-number"
  const metadata = {
    bin: number.slice(0, 6),
    lastFour: number.slice(-4),
    brand: brandOf(number),
    funding: issuer.funding,
    segment: "consumer",
    country: issuer.country.toLowerCase()
  }
  const described = {
    type: "string",
    category: isNumber ? category : null,
    encryptedAt: 1_700_067_122_000,
    role: null,
    fingerprint: fingerprintOf("evervault", number),
    ...(isNumber ? { metadata } : {})
  }
  return [200, described]
}
