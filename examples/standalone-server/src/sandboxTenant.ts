import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import type { Merchant, Payloom } from "@payloom/core"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import type { Sandbox } from "@payloom/testkit"

/** The saved cards for the welcome and for scripts, by their names in the table of test cards. */
const savedCards = [
  "approved",
  "insufficient_funds",
  "cascade",
  "timeout_charged",
  "timeout_not_charged",
  "lost_answer",
  "pending"
] as const

/** The keys and cards that a new user needs to take a payment. */
export interface SandboxCredentials {
  readonly tenant: string
  readonly secret_key: string
  readonly publishable_key: string
  readonly instruments: Readonly<Record<(typeof savedCards)[number], string>>
}

/**
 * Opens the sandbox tenant. The first start creates it. Its keys are in a file beside the database
 * that only its owner can read. If the file is lost, new keys and cards are created. If several
 * processes start at once, one creates the tenant and the others wait. The next start completes the
 * work of a killed process.
 */
export const sandboxTenant = async (
  payloom: Payloom,
  sandbox: Sandbox,
  credentialsFile: string
): Promise<SandboxCredentials> => {
  // Only the process that creates the tenant creates its accounts, so that they exist once.
  const { scope, isNew } = await sandbox.openShop(payloom, {
    returnOrigins: ["http://localhost:8080", "http://127.0.0.1:8080"],
    accounts: {}
  })
  const kept = await readCredentials(credentialsFile, scope.tenant, isNew ? 0 : patienceMs)
  const shop = await sandbox.openShop(payloom)
  if (kept !== null) return kept
  const credentials = await makeCredentials(payloom, sandbox, shop)
  const draft = `${credentialsFile}.${process.pid}`
  writeFileSync(draft, JSON.stringify(credentials), { mode: 0o600 })
  renameSync(draft, credentialsFile)
  return credentials
}

/** The longest wait for another process that creates the credentials. */
const patienceMs = 5000

const readCredentials = async (
  file: string,
  tenant: string,
  withinMs: number
): Promise<SandboxCredentials | null> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    const kept = existsSync(file) ? parsed(file) : null
    if (kept?.tenant === tenant) return kept
    if (performance.now() >= deadline) return null
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const parsed = (file: string): SandboxCredentials => {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    throw new StartRefused(`${file} is damaged. Remove it to create new keys and cards.`)
  }
}

const makeCredentials = async (
  payloom: Payloom,
  sandbox: Sandbox,
  shop: Merchant
): Promise<SandboxCredentials> => {
  const instruments = await Promise.all(
    savedCards.map(async (name) => [name, await sandbox.saveCard(shop, name)] as const)
  )
  return {
    tenant: shop.scope.tenant,
    secret_key: (await payloom.tenants.createApiKey(shop.scope, "secret")).secret,
    publishable_key: (await payloom.tenants.createApiKey(shop.scope, "publishable")).secret,
    instruments: Object.fromEntries(instruments) as SandboxCredentials["instruments"]
  }
}
