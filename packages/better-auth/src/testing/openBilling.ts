import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { DatabaseSync } from "node:sqlite"
import { Payloom } from "@payloom/core"
import { manualClock, memory, type SandboxShop, sandbox, type TestCardName } from "@payloom/testkit"
import { betterAuth } from "better-auth"
import { createAuthClient } from "better-auth/client"
import { getMigrations } from "better-auth/db/migration"
import { toNodeHandler } from "better-auth/node"
import { admin } from "better-auth/plugins/admin"
import { anonymous } from "better-auth/plugins/anonymous"
import { organization } from "better-auth/plugins/organization"
import type { BillingOptions } from "../BillingOptions.ts"
import { payloomClient } from "../client.ts"
import { payloom as payloomPlugin } from "../payloom.ts"

/** The options of an opened deployment. */
interface Opening {
  readonly billing?: Partial<BillingOptions>
  readonly mode?: "live" | "test"
  /** A database that was opened before, to start again on it. */
  readonly database?: DatabaseSync
  /** Returns the engine as the plugin gets it, such as one that fails. */
  readonly engine?: (payloom: Payloom) => BillingOptions["payloom"]
}

/** Returns a new engine on the sandbox, with two plans in both modes. */
export const openEngine = async () => {
  const clock = manualClock(Date.now())
  const box = sandbox()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    workers: false,
    clock,
    options: { hostedPage: "https://pay.shop.example" }
  })
  const shop = await box.openShop(payloom)
  const at = async (mode: "live" | "test") => {
    const scope = { ...shop.scope, mode }
    await payloom.tenants.updateAccount(scope, {
      returnOrigins: ["http://localhost:3000", "https://app.example"]
    })
    const { secret } = await payloom.tenants.createApiKey(scope, "publishable")
    return secret
  }
  const plan = async (name: string, amount: bigint) => {
    const terms = { name, amount, currency: "EUR", interval: { unit: "month", count: 1 } } as const
    return (await shop.plans.create(terms, { idempotencyKey: name })).id
  }
  return {
    clock,
    box,
    payloom,
    shop,
    keys: { test: await at("test"), live: await at("live") },
    plans: { pro: await plan("Pro", 1900n), team: await plan("Team", 4900n) }
  }
}

/** An engine with its shop, clock and plans. */
export type OpenedEngine = Awaited<ReturnType<typeof openEngine>>

/** Starts better-auth on SQLite behind a server, with the plugin on an engine. */
export const openAuth = async (engine: OpenedEngine, opening: Opening = {}) => {
  const { mode = "test", database = new DatabaseSync(":memory:") } = opening
  const { payloom, shop, plans, keys, clock } = engine
  const auth = betterAuth({
    baseURL: "http://localhost:3000",
    secret: "a secret of better-auth for tests, long enough",
    database,
    logger: { disabled: true },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    trustedOrigins: ["https://app.example"],
    // better-auth switches these checks off in tests.
    advanced: { disableOriginCheck: false, disableCSRFCheck: false },
    emailAndPassword: {
      enabled: true,
      // The real hash takes a tenth of a second, by design.
      password: {
        hash: async (text) => `plain:${text}`,
        verify: async ({ hash, password }) => hash === `plain:${password}`
      }
    },
    user: { deleteUser: { enabled: true }, changeEmail: { enabled: true } },
    plugins: [
      organization(),
      anonymous(),
      admin(),
      payloomPlugin({
        payloom: opening.engine?.(payloom) ?? payloom,
        tenant: shop.scope.tenant,
        mode,
        publishableKey: keys[mode],
        plans,
        successUrl: "/welcome",
        now: clock.now,
        ...(opening.billing as object)
      })
    ]
  })
  if (opening.database === undefined) {
    await (await getMigrations(auth.options)).runMigrations()
  }
  const server = createServer(toNodeHandler(auth)).listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    auth,
    database,
    url,
    signUp: (email: string, name = "Ada") => signUp(url, email, name),
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}

/** better-auth behind a server. */
export type OpenedAuth = Awaited<ReturnType<typeof openAuth>>

const origin = "http://localhost:3000"

/** Returns better-auth's client, as a browser with these cookies uses it. */
export const clientWith = (url: string, cookie?: string) =>
  createAuthClient({
    baseURL: url,
    plugins: [payloomClient<"pro" | "team">()],
    disableDefaultFetchPlugins: true,
    fetchOptions: { headers: { origin, ...(cookie === undefined ? {} : { cookie }) } }
  })

/** Signs a user up over HTTP, and returns their browser. */
const signUp = async (url: string, email: string, name: string) => {
  const response = await post(url, "/sign-up/email", { email, name, password: "password" })
  const { user } = (await response.json()) as { readonly user: { readonly id: string } }
  const cookie = cookieOf(response)
  return { id: user.id, cookie, client: clientWith(url, cookie), headers: new Headers({ cookie }) }
}

/** Returns the cookies of a response, as the browser sends them back. */
export const cookieOf = (response: Response): string => {
  const cookies = new Map<string, string>()
  for (const line of response.headers.getSetCookie()) {
    const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=")
    if (!line.includes("Max-Age=0")) cookies.set(name, value)
  }
  return [...cookies].map((pair) => pair.join("=")).join("; ")
}

/** A signed-in user. */
export type SignedUp = Awaited<ReturnType<typeof signUp>>

/** Sends a request as a browser does. */
export const post = (url: string, path: string, body: object, cookie?: string): Promise<Response> =>
  fetch(`${url}/api/auth${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin,
      ...(cookie === undefined ? {} : { cookie })
    },
    body: JSON.stringify(body)
  })

/** Returns the payer's credentials that the address of a hosted page has. */
const credentialsIn = (address: string | undefined) => {
  const fragment = new URLSearchParams(new URL(address ?? "").hash.slice(1))
  return {
    publishableKey: fragment.get("key") ?? "",
    sessionToken: fragment.get("token") ?? ""
  }
}

/** Reads the customer portal of an address. */
export const portalAt = ({ payloom }: OpenedEngine, address: string | undefined) =>
  payloom.portal(credentialsIn(address)).read()

/** Pays the hosted page of an address with a test card. Returns the status of the confirm. */
export const payPage = async (
  { payloom, box, clock }: OpenedEngine,
  address: string | undefined,
  card: TestCardName = "approved"
): Promise<string> => {
  const payer = payloom.payer(credentialsIn(address))
  const ciphertext = await box.encryptCard(card)
  return (await clock.until(payer.confirm({ method: "card", card: { ciphertext } }))).status
}

/** Returns all customers of a merchant, newest first. */
export const customersOf = async (shop: Pick<SandboxShop, "customers">) =>
  (await shop.customers.list({ limit: 100 })).data
