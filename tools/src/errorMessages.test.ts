import * as http from "@payloom/adapter-http"
import * as httpOnNode from "@payloom/adapter-http/node"
import * as postgres from "@payloom/adapter-postgres"
import * as sqlite from "@payloom/adapter-sqlite"
import * as core from "@payloom/core"
import * as csv from "@payloom/csv"
import * as testkit from "@payloom/testkit"
import { describe, expect, it } from "vitest"

type Tagged = Error & { readonly _tag: string }

/** Every class of errors that a package exports, by its exported name. */
const exported = Object.entries({
  ...http,
  ...httpOnNode,
  ...postgres,
  ...sqlite,
  ...core,
  ...csv,
  ...testkit
})
  .filter(([, value]) => typeof value === "function" && value.prototype instanceof Error)
  .map(([name]) => name)

const session = { session: "checkout_1", payment: null }
const payment = (message: string) => ({ payment: "payment_1", status: "voided", message }) as const
const id = `payment_${"0".repeat(26)}`

/**
 * At least one error of each class. If the code that raises an error writes its message, the
 * message here is such a message.
 */
const samples: ReadonlyArray<Tagged> = [
  new core.ApiKeyInvalid(),
  new core.ApiKeyMissing({ takes: "secret", isOtherScheme: false }),
  new core.CardNotRecognized({ message: "The ciphertext is not one of this vault's." }),
  new csv.CsvRefused({
    issues: [{ row: 2, column: "Fee", message: 'Row 2, column "Fee", is empty.' }]
  }),
  new core.CommitConflict({ reason: "stale", collection: "payments", key: id }),
  new core.EngineClosed(),
  new core.IdempotencyKeyInFlight(),
  new core.IdempotencyKeyInvalid({ given: "has 300 characters" }),
  new core.IdempotencyKeyMissing({ meant: null }),
  new core.IdempotencyMismatch(),
  new core.InstrumentInUse({ instrument: "card_1", subscription: "sub_1" }),
  new core.PortalActionNotAllowed({ session: "portal_1", permission: "pause" }),
  new core.PauseBehaviorUnsupported({ subscription: "sub_1" }),
  new core.PlanMigrationUnavailable({ param: "plan" }),
  new core.SubscriptionEnded({ subscription: "sub_1", status: "canceled" }),
  new core.SubscriptionNotPastDue({ subscription: "sub_1", status: "active" }),
  new core.SubscriptionNotPausable({ subscription: "sub_1", status: "paused" }),
  new core.SubscriptionNotPaused({ subscription: "sub_1", status: "active" }),
  new core.SubscriptionUnpaid({ subscription: "sub_1" }),
  new core.CustomerErased({ customer: "customer_1", param: "customer" }),
  new core.CustomerInUse({ customer: "customer_1", object: "payment", id: "payment_1" }),
  new core.InstrumentDetached({ instrument: "card_1" }),
  core.parameterInvalid("amount", "must be a bigint, such as 1250n"),
  new core.NewerDocument({ collection: "payments", version: 3, known: 2 }),
  new core.NotificationNotAuthentic({ mid: "mid_1" }),
  new core.EvidenceNotTaken({ dispute: "dispute_1", because: "closed" }),
  new core.NotificationNotAuthentic({ mid: null }),
  new core.PaymentInFlight(payment("The payment was sent, so it can't be canceled any more.")),
  new core.PaymentNotCapturable(
    payment("The payment is voided, so nothing of it can be captured.")
  ),
  new core.PaymentNotRefundable(
    payment("The payment is voided, so nothing of it can be refunded.")
  ),
  new core.PaymentNotVoidable(payment("The payment is voided, so it can't be voided once more.")),
  new core.PlanRetired({ plan: "plan_1", status: "grandfathered" }),
  new core.ResourceNotFound({ object: "payment", id }),
  new core.ResourceNotFound({ object: "payment", id: "4242 4242 4242 4242" }),
  new core.SecretKeyRequired(),
  new core.SecretMismatch(),
  new core.SecretShownOnce({ object: "api_key", id: "key_1" }),
  new core.SecretShownOnce({ object: "webhook_endpoint", id: "endpoint_1" }),
  new core.StorageHeld({ takenAt: 0 }),
  new core.StorageIncomplete(),
  new core.ServiceVersionInvalid(),
  new core.ServiceVersionUnsupported({ offered: core.serviceVersions }),
  new core.SessionAlreadySucceeded(session),
  new core.SessionNotOpen({ ...session, status: "expired" }),
  new core.SessionProcessing(session),
  new core.SessionTokenInvalid({}),
  new core.SessionTokenMissing(),
  new core.SetupInvalid({ issues: [{ field: "vault", message: "vault must be a card vault." }] }),
  new core.HostWriteFailed({ cause: new Error("no such table") }),
  new core.TransactionsNotShared(),
  new core.StorageContention({ collection: "payments" }),
  new core.StorageUnavailable({ cause: new Error("the disk is full") }),
  new core.StorageUnavailable({ cause: "the connection to the store broke" }),
  new core.TenantReferenceTaken({ reference: "shop" }),
  new core.ProviderUnavailable({ provider: "sandbox", timeoutMs: 30_000 }),
  new core.VaultUnavailable({ cause: new Error("no answer") }),
  new core.WebhookInvalid({ reason: "body", message: "The body is not an event of Payloom." }),
  new testkit.ProcessDied(),
  new postgres.PostgresRefused({
    reason: "old_server",
    schema: "payloom",
    detail: "the server is older than PostgreSQL 14: update it"
  }),
  new postgres.PostgresRewound(),
  new sqlite.SqliteFileLost({ reason: "deleted", file: "/data/x.db" }),
  new sqlite.BackupRefused({
    reason: "no_store",
    path: "x.db",
    detail: "There is a file x.db already"
  }),
  new sqlite.SqliteRefused({ reason: "foreign", path: "x.db", detail: "it has other tables" }),
  new testkit.NothingToNotify({ reference: "attempt_1" })
]

describe("the message of an error", () => {
  it("is tested here for every error that a package exports", () => {
    expect(exported.length).toBeGreaterThan(30)
    const known = new Set(samples.map(({ constructor }) => constructor.name))
    expect([...known].toSorted()).toEqual(exported.toSorted())
  })

  it.each(samples.map((error) => [error._tag, error] as const))(
    "is a whole sentence: %s",
    (tag, { message }) => {
      expect(message).toMatch(/^[A-Za-z].+[.]$/)
      expect(message.split(" ").length).toBeGreaterThanOrEqual(6)
      expect(message).not.toContain(tag)
      expect(message).not.toMatch(/undefined|\[object|NaN/)
    }
  )

  it("names the cause if there is one, without secrets and card numbers", () => {
    const cause = new Error("the disk is full: sk_live_abc of 4242 4242 4242 4242")
    const { message } = new core.StorageUnavailable({ cause })
    expect(message).toContain("the disk is full")
    expect(message).not.toMatch(/sk_live_abc|4242/)
  })

  it("repeats an id only if it has the form of an id", () => {
    const { message } = new core.ResourceNotFound({ object: "payment", id: "4242 4242 4242 4242" })
    expect(message).not.toContain("4242")
    expect(new core.ResourceNotFound({ object: "payment", id }).message).toContain(id)
  })
})
