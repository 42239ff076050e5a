import { randomUUID } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { fieldsIn } from "@payloom/core"
import type { WalletCard } from "@payloom/testkit"
import { fakeFaults, meetFault, onLoopback, seededRandom } from "@payloom/testkit/fake-provider"
import type { BasisTheoryOptions } from "../basis-theory/BasisTheoryOptions.ts"
import { inside } from "../service/askService.ts"
import { type FakeNetworkToken, networkTokenReply } from "./basisTheoryNetworkTokens.ts"
import {
  encryptFor,
  type FakeWallet,
  type FakeWallets,
  fakeWallets,
  walletReply
} from "./basisTheoryWallets.ts"
import { brandOf, fingerprintOf, issuer } from "./cardFacts.ts"
import type { FakeVault } from "./FakeVault.ts"
import { answerJson, forward, passOn, type Reply, replaceIn } from "./forward.ts"
import { evaluate } from "./liquid.ts"
import { problem } from "./problem.ts"

/** A token in the fake's memory. */
export interface FakeToken {
  readonly id: string
  data: { number: string; expiration_month: number; expiration_year: number; cvc: string | null }
  metadata: Record<string, string>
  fingerprintExpression: string | null
  expiresAt: string | null
}

/** The options of the fake. */
export interface FakeBasisTheoryOptions {
  /** The transform of the application's access rule. The default is `redact`. */
  readonly transform?: "redact" | "reveal"
  /**
   * The destinations of pre-configured proxies, by key. Each has a response transform that masks
   * card numbers.
   */
  readonly proxies?: Readonly<Record<string, string>>
}

/** A fake of Basis Theory. */
export interface FakeBasisTheory
  extends FakeVault<Required<Pick<BasisTheoryOptions, "apiKey" | "url">>> {
  /** Returns the token of an id, which a test may change as a page could have created it. */
  readonly token: (id: string) => FakeToken
  /** Returns all tokens. */
  readonly tokens: () => ReadonlyArray<FakeToken>
  /** Returns the network tokens, which a test may suspend. */
  readonly networkTokens: () => ReadonlyArray<FakeNetworkToken>
  /** Returns the payload of Apple Pay or Google Pay for a card, as the page gets it. */
  readonly encryptWallet: (wallet: string, card: WalletCard) => ReturnType<typeof encryptFor>
  /** Returns the wallets that were decrypted. */
  readonly wallets: () => ReadonlyArray<FakeWallet>
}

const apiKey = "key_private_fake"

/** The state of the server. */
interface Parts {
  readonly tokens: Map<string, FakeToken>
  readonly networkTokens: Map<string, FakeNetworkToken>
  readonly wallets: FakeWallets
  readonly faults: ReturnType<typeof fakeFaults>
  readonly reveals: boolean
  readonly proxies: Readonly<Record<string, string>>
  refusal: number | null
}

/**
 * Starts a fake of Basis Theory. It has card tokens, network tokens, decrypted wallets and the
 * ephemeral proxy, which evaluates expressions in bodies of JSON and of forms. Cards of Visa and
 * Mastercard get a network token. The fake sends to addresses by HTTP too. It doesn't imitate
 * containers, deduplication, token intents, the cryptography of wallets, other transforms of
 * proxies, or other filters of Liquid.
 */
export const startFakeBasisTheory = async ({
  transform = "redact",
  proxies = {}
}: FakeBasisTheoryOptions = {}): Promise<FakeBasisTheory> => {
  const parts: Parts = {
    tokens: new Map(),
    networkTokens: new Map(),
    wallets: fakeWallets(),
    faults: fakeFaults(seededRandom("basis theory")),
    reveals: transform === "reveal",
    proxies,
    refusal: null
  }
  const server = createServer((request, response) => {
    void take(parts, request, response).catch(() => response.destroy())
  })
  const { url, close } = await onLoopback(server)
  const token = (id: string): FakeToken => {
    const found = parts.tokens.get(id)
    if (found === undefined) throw new Error(`There is no token ${id}.`)
    return found
  }
  return {
    options: { apiKey, url },
    encryptCard: async ({ number, expMonth, expYear, cvc }) => {
      const id = randomUUID()
      parts.tokens.set(id, {
        id,
        data: { number, expiration_month: expMonth, expiration_year: expYear, cvc },
        metadata: {},
        fingerprintExpression: null,
        expiresAt: null
      })
      return id
    },
    hasCode: (reference) => token(reference.split("_")[1] ?? "").data.cvc !== null,
    token,
    tokens: () => [...parts.tokens.values()],
    networkTokens: () => [...parts.networkTokens.values()],
    encryptWallet: (wallet, card) => encryptFor(parts.wallets, wallet, card),
    wallets: () => [...parts.wallets.apple_pay.values(), ...parts.wallets.google_pay.values()],
    faults: parts.faults,
    refuseToRelay: (status) => {
      parts.refusal = status
    },
    close
  }
}

const take = async (
  parts: Parts,
  request: IncomingMessage,
  response: ServerResponse
): Promise<void> => {
  const body = await text(request)
  const path = request.url ?? ""
  const isRelayed = /^\/proxy(?:\/|\?|$)/.test(path)
  const fault = parts.faults.faultOf(isRelayed ? "charge" : "lookup")
  if (await meetFault(fault, "before", response)) return
  const isKnown = request.headers["bt-api-key"] === apiKey
  if (isRelayed) {
    const refusal = isKnown ? parts.refusal : 401
    parts.refusal = null
    const answer = refusal === null ? await relayed(parts, request, body) : refused(refusal, "")
    if (await meetFault(fault, "after", response)) return
    answer(response)
    return
  }
  const isNetwork = path.startsWith("/network-tokens")
  const reply = isNetwork ? networkTokenReply : tokenReply
  const answered = () =>
    walletReply(parts.wallets, parts.reveals, request, body) ?? reply(parts, request, body)
  answerJson(response, isKnown ? answered() : problem(401, "Unauthorized"))
}

type Answering = (response: ServerResponse) => void

/** Answers as the proxy itself: 4xx with an object of its own, and 5xx as any gateway does. */
const refused =
  (status: number, detail: string): Answering =>
  (response) =>
    answerJson(response, [
      status,
      status < 500 ? { proxy_error: problem(status, detail)[1] } : { status }
    ])

const relayed = async (
  { tokens, networkTokens, wallets, proxies }: Parts,
  { url = "", method = "", headers }: IncomingMessage,
  body: string
): Promise<Answering> => {
  const { apple_pay, google_pay } = wallets
  const stored = { token: tokens, network_token: networkTokens, apple_pay, google_pay }
  const configured = proxies[String(headers["bt-proxy-key"])]
  const base = configured ?? String(headers["bt-proxy-url"] ?? "")
  if (!/^https?:\/\//.test(base)) return refused(400, "There is no such proxy.")
  let revealed: string
  try {
    revealed = replaceIn(body, headers["content-type"], (value) => evaluate(value, stored))
  } catch (failure) {
    return refused(400, String(failure))
  }
  const target = `${base.replace(/\/$/, "")}${url.slice("/proxy".length)}`
  const answer = await forward({ url: target, method, headers, body: revealed }).catch(() => null)
  if (answer === null) return refused(502, "")
  const more = { "bt-proxy-destination-status": String(answer.status) }
  const mask = (text: string) => text.replaceAll(/\b\d{9,15}(?=\d{4}\b)/g, "X")
  const shown = configured === undefined ? answer : { ...answer, body: mask(answer.body) }
  return (response) => passOn(response, shown, more)
}

const tokenReply = (
  { tokens, reveals }: Parts,
  { url = "", method, headers }: IncomingMessage,
  body: string
): Reply => {
  const token = tokens.get(/^\/tokens\/([\w-]+)$/.exec(url)?.[1] ?? "")
  if (token === undefined) return problem(404, "Not found")
  if (method === "DELETE") {
    tokens.delete(token.id)
    return [204, {}]
  }
  if (method === "PATCH") {
    if (headers["content-type"] !== "application/merge-patch+json") {
      return problem(415, "Unsupported Media Type")
    }
    const patch = fieldsIn(body) ?? {}
    Object.assign(token.data, inside(patch, "data"))
    Object.assign(token.metadata, inside(patch, "metadata"))
    if (typeof patch.fingerprint_expression === "string") {
      token.fingerprintExpression = patch.fingerprint_expression
    }
  }
  return [200, shown(token, reveals)]
}

const shown = (token: FakeToken, reveals: boolean): object => {
  const { number, expiration_month, expiration_year } = token.data
  const expression = token.fingerprintExpression
  const printed = expression?.replace(/\{\{ data\.number \}\}/, number)
  return {
    id: token.id,
    type: "card",
    tenant_id: "77cb0024-123e-41a8-8ff8-a3d5a0fa8a08",
    card: {
      bin: number.slice(0, 6),
      last4: number.slice(-4),
      expiration_month,
      expiration_year,
      brand: brandOf(number),
      funding: issuer.funding,
      issuer_country: { alpha2: issuer.country, name: "Germany", numeric: "276" },
      authentication: "sca_required"
    },
    containers: ["/pci/high/"],
    metadata: token.metadata,
    ...(printed === undefined ? {} : { fingerprint: fingerprintOf("basis theory", printed) }),
    ...(expression === null ? {} : { fingerprint_expression: expression }),
    ...(token.expiresAt === null ? {} : { expires_at: token.expiresAt }),
    ...(reveals ? { data: token.data } : {})
  }
}
