import { randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { fieldsIn } from "@payloom/core"
import type { TypedCard } from "@payloom/testkit"
import { fakeFaults, meetFault, onLoopback, seededRandom } from "@payloom/testkit/fake-provider"
import { inside } from "../service/askService.ts"
import type { VgsOptions } from "../vgs/VgsOptions.ts"
import { brandOf, fingerprintOf, issuer } from "./cardFacts.ts"
import type { FakeVault } from "./FakeVault.ts"
import { answerJson, type Reply } from "./forward.ts"
import { type TunnelTls, tunnelServer } from "./tunnelServer.ts"

/** A card in the fake's memory. */
interface FakeCard extends TypedCard {
  readonly id: string
  readonly numberAlias: string
  readonly codeAlias: string
  readonly meta: Record<string, unknown>
}

/** The options of the fake. */
export interface FakeVgsOptions {
  /** True if the service account has the scope `cards:read-pci`. The default is false. */
  readonly readsNumbers?: boolean
  /** Uses TLS for the proxy, and ends TLS inside its tunnels. Without it, both are plain HTTP. */
  readonly tls?: TunnelTls
}

/** A fake of VGS. */
export type FakeVgs = FakeVault<Omit<VgsOptions, "hosts">>

const credentials = {
  vaultId: "tntfake",
  clientId: "AC_fake",
  clientSecret: "secret_fake",
  proxyUsername: "US_fake",
  proxyPassword: "password_fake"
} as const
const accessToken = "token_fake"

const newAlias = (): string => `tok_sandbox_${randomBytes(12).toString("hex")}`

/**
 * Starts a fake of VGS. It has access tokens, cards of the Card Management Platform, and an
 * outbound proxy whose routes reveal aliases in every field. The fake sends on by HTTP. It doesn't
 * imitate duplicate checks, network tokens, account updates, or routes and filters.
 */
export const startFakeVgs = async ({
  readsNumbers = false,
  tls
}: FakeVgsOptions = {}): Promise<FakeVgs> => {
  const cards = new Map<string, FakeCard>()
  const faults = fakeFaults(seededRandom("vgs"))
  const values = new Map<string, string>()
  const proxy = await tunnelServer({
    authorization: `Basic ${btoa(`${credentials.proxyUsername}:${credentials.proxyPassword}`)}`,
    faults,
    reveal: (body) => body.replaceAll(/tok_\w+/g, (alias) => values.get(alias) ?? alias),
    headersOf: (status) => ({ "vgs-upstream-status-code": String(status) }),
    ownHeaders: {},
    ...(tls && { tls })
  })
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request)
    const isForToken = request.url === "/auth"
    const fault = faults.faultOf(isForToken ? "other" : "lookup")
    if (await meetFault(fault, "before", response)) return
    const reply = isForToken ? tokenReply(body) : cardReply(cards, readsNumbers, request, body)
    answerJson(response, reply)
  }
  const server = createServer((request, response) => {
    void take(request, response).catch(() => response.destroy())
  })
  const { url, close } = await onLoopback(server)
  return {
    options: { ...credentials, apiUrl: url, authUrl: `${url}/auth`, proxyUrl: proxy.url },
    encryptCard: async (typed) => {
      const id = `CRD${randomBytes(11).toString("hex")}`
      const card = { ...typed, id, numberAlias: newAlias(), codeAlias: newAlias(), meta: {} }
      cards.set(id, card)
      values.set(card.numberAlias, typed.number).set(card.codeAlias, typed.cvc)
      return id
    },
    // VGS deletes codes after an hour, and has no call that deletes one.
    hasCode: () => false,
    faults,
    refuseToRelay: proxy.refuseToRelay,
    close: async () => {
      await proxy.close()
      await close()
    }
  }
}

const tokenReply = (body: string): Reply => {
  const { client_id, client_secret, grant_type } = Object.fromEntries(new URLSearchParams(body))
  const isKnown =
    client_id === credentials.clientId &&
    client_secret === credentials.clientSecret &&
    grant_type === "client_credentials"
  return isKnown
    ? [200, { access_token: accessToken, expires_in: 1200, token_type: "Bearer" }]
    : [401, { error: "unauthorized_client" }]
}

const cardReply = (
  cards: ReadonlyMap<string, FakeCard>,
  readsNumbers: boolean,
  { url = "", method, headers }: IncomingMessage,
  body: string
): Reply => {
  if (headers.authorization !== `Bearer ${accessToken}`) return [401, {}]
  const card = cards.get(/^\/cards\/(\w+)$/.exec(url)?.[1] ?? "")
  if (card === undefined) return [404, { errors: [{ status: "404" }] }]
  if (method === "PATCH") {
    if (headers["content-type"] !== "application/vnd.api+json") {
      return [415, { errors: [{ status: "415" }] }]
    }
    Object.assign(card.meta, inside(inside(fieldsIn(body) ?? {}, "data"), "meta"))
  }
  return [200, { data: shown(card, readsNumbers) }]
}

const shown = (card: FakeCard, readsNumbers: boolean): object => ({
  id: card.id,
  type: "cards",
  attributes: {
    ...(readsNumbers ? { pan: card.number, cvc: card.cvc } : {}),
    pan_alias: card.numberAlias,
    cvc_alias: card.codeAlias,
    cvc_status: "active",
    bin: card.number.slice(0, 6),
    first8: card.number.slice(0, 8),
    last4: card.number.slice(-4),
    exp_month: card.expMonth,
    exp_year: card.expYear % 100,
    card_brand: brandOf(card.number)?.toUpperCase() ?? null,
    card_type: issuer.funding,
    card_fingerprint: fingerprintOf("vgs", card.number),
    enriched_attributes: { card_properties: { issuer_country: issuer.country } },
    capabilities: [],
    created_at: "2026-01-01T00:00:00Z",
    updated_at: "2026-01-01T00:00:00Z"
  },
  meta: { ...card.meta, token_type: "pan" }
})
