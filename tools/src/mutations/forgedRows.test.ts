import { type Audited, audit, type RawRow } from "@payloom/auditor"
import { expect, it } from "vitest"
import { type WorkloadName, workedBooks } from "./workload.ts"

type Row = RawRow["doc"]

/** Workloads are run once. */
const known = new Map<WorkloadName, Promise<Audited>>()

const booksAfter = (name: WorkloadName): Promise<Audited> => {
  const books = known.get(name) ?? workedBooks(name, () => undefined).then((own) => own.audited)
  known.set(name, books)
  return books
}

const rowsIn = ({ rows }: Audited, collection: string): ReadonlyArray<RawRow> =>
  rows.collections[collection] ?? []

/** Replaces the rows of some collections. */
const withRows = (
  audited: Audited,
  collections: Readonly<Record<string, ReadonlyArray<RawRow>>>
): Audited => ({
  ...audited,
  rows: { ...audited.rows, collections: { ...audited.rows.collections, ...collections } }
})

/** Sets fields of the rows of a collection that fit. At least one must fit. */
const set = (
  audited: Audited,
  collection: string,
  fits: (row: Row) => boolean,
  fields: object
): Audited => {
  const rows = rowsIn(audited, collection)
  expect(rows.some(({ doc }) => fits(doc))).toBe(true)
  return withRows(audited, {
    [collection]: rows.map((row) =>
      fits(row.doc) ? { ...row, doc: { ...row.doc, ...fields } } : row
    )
  })
}

const is = (status: string) => (row: Row) => row.status === status

const idsOf = (audited: Audited, collection: string, fits: (row: Row) => boolean) =>
  new Set(rowsIn(audited, collection).flatMap(({ doc }) => (fits(doc) ? [doc.id] : [])))

interface Forgery {
  readonly error: string
  readonly after: WorkloadName
  readonly forge: (audited: Audited) => Audited
  readonly found: RegExp
}

const forgeries: ReadonlyArray<Forgery> = [
  {
    error: "the job that ends a challenge is there after the challenge",
    after: "sessions",
    forge: (audited) => {
      const [job] = rowsIn(audited, "jobs")
      const [session] = idsOf(audited, "checkout_sessions", is("succeeded"))
      const doc = { ...job?.doc, id: "job_x", kind: "expire_authentication", subject: session }
      const left = { ...job, doc } as RawRow
      return withRows(audited, { jobs: [...rowsIn(audited, "jobs"), left] })
    },
    found: /The job expire_authentication \w+ is left over/
  },
  {
    error: "a payment without a session is declined, and was never tried",
    after: "charges",
    forge: (audited) =>
      withRows(set(audited, "payments", is("declined"), { attempts: [] }), { attempts: [] }),
    found: /\(declined\) has a last attempt that is missing/
  },
  {
    error: "a late charge was reversed, and its refunds have failed",
    after: "lateCharges",
    forge: (audited) =>
      set(audited, "modifications", (row) => row.purpose === "late_charge", { status: "failed" }),
    found: /attempt_\w+ is reversed and refunded at the provider/
  },
  {
    error: "a hold expired whose money was taken and refunded",
    after: "refunds",
    forge: (audited) => {
      const refunded = idsOf(audited, "payments", is("refunded"))
      return set(audited, "attempts", ({ payment }) => refunded.has(String(payment)), {
        status: "expired"
      })
    },
    found: /is expired and (captured|refunded) at the provider/
  },
  {
    error: "a refund was paid out a second time and came back",
    after: "refunds",
    forge: (audited) => {
      const { providers = { providers: [], charges: [], changes: [] } } = audited
      const [refund] = providers.changes.filter(({ state }) => state === "succeeded")
      if (refund === undefined) throw new Error("There is no refund.")
      const twice = { ...refund, state: "reversed" } as const
      return { ...audited, providers: { ...providers, changes: [...providers.changes, twice] } }
    },
    found: /was made 2 times/
  },
  {
    error: "a cycle names none of its payments",
    after: "subscriptions",
    forge: (audited) => set(audited, "billing_cycles", is("paid"), { payment: null }),
    found: /names none of its payments/
  },
  {
    error: "a cycle is paid by a payment that was declined",
    after: "subscriptions",
    forge: (audited) => {
      const declined = idsOf(audited, "payments", is("declined"))
      const fits = ({ payment }: Row) => declined.has(String(payment))
      return set(audited, "billing_cycles", fits, { status: "paid" })
    },
    found: /\(paid\), which has no payment that succeeded/
  },
  {
    error: "a cycle of a trial is retried",
    after: "subscriptions",
    forge: (audited) => {
      const retried = set(audited, "billing_cycles", is("scheduled"), { status: "retrying" })
      return set(retried, "subscriptions", is("active"), { status: "trialing" })
    },
    found: /is trialing, and a cycle is retrying/
  },
  {
    error: "a subscription was charged after its end",
    after: "subscriptions",
    forge: (audited) => set(audited, "subscriptions", is("canceled"), { canceledAt: 1 }),
    found: /\(canceled\) was charged after its end/
  },
  {
    error: "a subscription with a last cycle has too few cycles ahead",
    after: "subscriptions",
    forge: (audited) => {
      const [active] = rowsIn(audited, "subscriptions").filter(({ doc }) => is("active")(doc))
      const terms = { ...(active?.doc.terms as object), endAfterCycles: 902 }
      return set(audited, "subscriptions", is("active"), { cycle: 900, terms })
    },
    found: /has cycles up to \d+ after cycle 900/
  },
  {
    error: "a session succeeded by a payment that failed",
    after: "sessions",
    forge: (audited) => {
      const failed = set(audited, "payments", is("succeeded"), { status: "failed" })
      return set(failed, "attempts", is("captured"), { status: "failed" })
    },
    found: /\(succeeded\) has a payment that is failed/
  },
  {
    error: "a job is overdue, although all due jobs have run",
    after: "holds",
    forge: (audited) => ({
      ...set(audited, "jobs", () => true, { dueAt: 0 }),
      isSettled: false,
      ranDueJobs: true
    }),
    found: /The job \w+ \w+ is overdue/
  }
]

it.each(forgeries)("an audit finds that $error", async ({ after, forge, found }) => {
  const audited = await booksAfter(after)
  const before = audit(audited).filter(({ sentence }) => found.test(sentence))
  expect(before).toEqual([])
  const sentences = audit(forge(audited)).map(({ sentence }) => sentence)
  expect(sentences).toContainEqual(expect.stringMatching(found))
})
