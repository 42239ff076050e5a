import {
  AlertCollection,
  deploymentScope,
  EventCollection,
  RoutingTableCollection,
  type Scope,
  type StoragePort,
  type Tenant,
  TenantCollection,
  WebhookEndpointCollection
} from "@payloom/core"
import { Effect, Option } from "effect"
import { counted, spanText, timeText } from "../../output/format.ts"
import { scopesOf } from "../../target/scopesOf.ts"
import { jobKindsOf } from "../jobs/jobKindsOf.ts"
import { checkCertificates } from "./certificateChecks.ts"
import { checkConsumers } from "./consumerChecks.ts"
import { type Finding, ok, problem, warning } from "./Finding.ts"
import { checkClock } from "./machineChecks.ts"

/** Each of them costs a few reads, so this many take seconds. */
const mostScopes = 2000
const pageOfScopes = 500
/** The most open alerts of an account that are counted. */
const mostAlerts = 1000
const alertsOfPage = 100

/** Checks what the rows of a store say about the deployment. Reads at most 2,000 accounts. */
export const checkStore = async (storage: StoragePort): Promise<ReadonlyArray<Finding>> => {
  const all = await accountsIn(storage)
  const scopes = all.slice(0, mostScopes)
  return [
    ...(all.length > scopes.length ? [accountsLeftOut] : []),
    await checkJobs(storage),
    await checkWebhooks(storage, scopes),
    await checkCertificates(storage, scopes),
    ...(await checkConsumers(storage)),
    await checkAccounts(storage, scopes),
    await checkAlerts(storage, scopes),
    ...(await checkNewest(storage, scopes))
  ]
}

/** Returns the accounts to check, and one more if there are more. */
const accountsIn = async (storage: StoragePort): Promise<ReadonlyArray<Scope>> => {
  const scopes: Array<Scope> = []
  for await (const scope of scopesOf(storage, pageOfScopes)) {
    if (scope.tenant === deploymentScope.tenant) continue
    scopes.push(scope)
    if (scopes.length > mostScopes) break
  }
  return scopes
}

const accountsLeftOut = warning(
  "accounts_left_out",
  `The store has more than ${mostScopes} accounts. The others were not checked.`,
  "Watch all accounts by the alerts that the engine raises, and by its metrics."
)

/** Checks that a process runs the jobs. */
const checkJobs = async (storage: StoragePort): Promise<Finding> => {
  const late = (await jobKindsOf(storage)).filter(({ isLate }) => isLate)
  const [first] = late
  if (first === undefined) return ok("jobs", "No job is late.")
  return problem(
    "jobs",
    `${counted(late.length, "kind")} of jobs late. ${first.kind} is late by ` +
      `${spanText(Date.now() - first.dueAt)}.`,
    "Start a process with workers, and look into its log. payloom jobs lists the kinds."
  )
}

const checkWebhooks = async (
  storage: StoragePort,
  scopes: ReadonlyArray<Scope>
): Promise<Finding> => {
  const failing: Array<string> = []
  let all = 0
  for (const scope of scopes) {
    const query = { order: "asc", limit: 20 } as const
    const page = await Effect.runPromise(storage.page(scope, WebhookEndpointCollection, query))
    all += page.length
    for (const { row } of page) {
      const isFailing = row.status === "enabled" && row.failingSince !== null
      const isDisabled = row.status === "disabled" && row.disabledReason !== "merchant"
      if (isFailing) failing.push(`${row.url} fails since ${timeText(row.failingSince)} UTC`)
      if (isDisabled) failing.push(`${row.url} was disabled, because it failed`)
    }
  }
  const [first] = failing
  if (first === undefined) return ok("webhooks", `${counted(all, "endpoint")}, and none fails.`)
  return problem(
    "webhooks",
    `${failing.length} of ${counted(all, "endpoint")} fail: ${first}.`,
    "Mend the receiver. Enable a disabled endpoint with webhooks.update, and replay what it missed."
  )
}

/** Checks that each account that was set up can take its own currency. */
const checkAccounts = async (
  storage: StoragePort,
  scopes: ReadonlyArray<Scope>
): Promise<Finding> => {
  if (scopes.length === 0) {
    return problem("accounts", "There is no tenant yet.", "Create one with tenants.create.")
  }
  const lacking: Array<string> = []
  for (const scope of scopes) {
    const tenant = await rowOf(storage.get(scope, TenantCollection, scope.tenant))
    const table = await rowOf(storage.get(scope, RoutingTableCollection, scope.tenant))
    if (tenant === null || table === null || table.mids.length === 0) continue
    const complaint = accountComplaint(tenant, table.mids)
    if (complaint !== null)
      lacking.push(`${tenant.settings.displayName} in ${scope.mode}: ${complaint}`)
  }
  const [first] = lacking
  return first === undefined
    ? ok("accounts", "Every account can take its currency.")
    : problem(
        "accounts",
        `${first}.`,
        "Resume an account with payloom mids resume, or add the currency with routing.updateMid."
      )
}

const accountComplaint = (
  { settings }: Tenant,
  mids: ReadonlyArray<{ readonly enabled: boolean; readonly currencies: ReadonlyArray<string> }>
): string | null => {
  const enabled = mids.filter((mid) => mid.enabled)
  if (enabled.length === 0) return "all merchant accounts are paused"
  const { defaultCurrency } = settings
  return enabled.some(({ currencies }) => currencies.includes(defaultCurrency))
    ? null
    : `no enabled merchant account settles ${defaultCurrency}`
}

const checkAlerts = async (
  storage: StoragePort,
  scopes: ReadonlyArray<Scope>
): Promise<Finding> => {
  const types: Array<string> = []
  const lists: Array<string> = []
  let isCut = false
  for (const scope of scopes) {
    const open = await openAlertTypes(storage, scope)
    isCut ||= open.length > mostAlerts
    types.push(...open.slice(0, mostAlerts))
    if (open.length > 0) lists.push(`--tenant ${scope.tenant} --mode ${scope.mode}`)
  }
  const [first] = lists
  if (first === undefined) return ok("alerts", "No alert is open.")
  const number = `${isCut ? "More than " : ""}${counted(types.length, "alert")}`
  return warning(
    "alerts",
    `${number} open: ${[...new Set(types)].join(", ")}.`,
    `Look at them with payloom alerts list --state open ${first}, and take them.` +
      (lists.length === 1 ? "" : ` Then run doctor again, for ${lists.length - 1} more.`)
  )
}

/** Returns the types of the open alerts of an account, and of one above the most that count. */
const openAlertTypes = async (
  storage: StoragePort,
  scope: Scope
): Promise<ReadonlyArray<string>> => {
  const types: Array<string> = []
  let after: string | undefined
  do {
    const query = {
      where: { state: "open" },
      order: "desc",
      limit: alertsOfPage,
      ...(after === undefined ? {} : { after })
    } as const
    const page = await Effect.runPromise(storage.page(scope, AlertCollection, query))
    types.push(...page.map(({ row }) => row.type))
    after = page.length < alertsOfPage ? undefined : page.at(-1)?.row.id
  } while (after !== undefined && types.length <= mostAlerts)
  return types.slice(0, mostAlerts + 1)
}

/** Checks that this clock has not gone back behind what is stored. */
const checkNewest = async (
  storage: StoragePort,
  scopes: ReadonlyArray<Scope>
): Promise<ReadonlyArray<Finding>> => {
  let newest = 0
  for (const scope of scopes) {
    const query = { order: "desc", limit: 1 } as const
    const [last] = await Effect.runPromise(storage.page(scope, EventCollection, query))
    newest = Math.max(newest, last?.row.occurredAt ?? 0)
  }
  const now = Date.now()
  return newest > now ? [checkClock(now, newest, "the newest stored event")] : []
}

const rowOf = async <A>(
  read: Effect.Effect<Option.Option<{ readonly row: A }>, unknown>
): Promise<A | null> => {
  const found = await Effect.runPromise(read)
  return Option.isSome(found) ? found.value.row : null
}
