import {
  type Collection,
  type EngineModule,
  FigureChangeCollection,
  PaymentCollection,
  ReportedPaymentCollection,
  type Row,
  type Scope,
  type StorageReads,
  type Stored,
  termDigest
} from "@payloom/core"
import { Effect } from "effect"

/** A row as text, with its collection. */
export interface TextRow {
  readonly of: Collection<Row>
  readonly id: string
  readonly version: number
  readonly text: string
}

/** Rows that belong together: a customer with all payments, or a payment without a customer. */
export interface Family {
  readonly rows: ReadonlyArray<TextRow>
  readonly payments: number
  /** True if jobs will change it. */
  readonly isLive: boolean
  /** The texts of the digests by which its payments are found. */
  readonly digests: ReadonlyMap<string, string>
}

/** The rows of a merchant: those of all payments, and families. */
export interface SortedRows {
  readonly shared: ReadonlyArray<TextRow>
  readonly families: ReadonlyArray<Family>
}

/** The collections whose rows all payments have in common. */
const sharedNames: ReadonlySet<string> = new Set([
  "tenants",
  "mids",
  "routing_tables",
  "plans",
  "templates"
])

/** Not copied: keys are swept after a day, figures are added up anew, and API keys are secret. */
const leftOut: ReadonlySet<string> = new Set([
  "idempotency_records",
  "api_keys",
  FigureChangeCollection.name
])

const pageSize = 500

/** Reads all rows of a collection with their versions. */
const everyStored = async (
  storage: StorageReads,
  scope: Scope,
  of: Collection<Row>
): Promise<ReadonlyArray<Stored<Row>>> => {
  const rows: Array<Stored<Row>> = []
  for (;;) {
    const after = rows.at(-1)?.row.id
    const from = after === undefined ? {} : { after }
    const query = { order: "asc", limit: pageSize, ...from } as const
    const page = await Effect.runPromise(storage.page(scope, of, query))
    rows.push(...page)
    if (page.length < pageSize) return rows
  }
}

const ulids = /[0-7][0-9A-HJKMNP-TV-Z]{25}/g

/** Reads all rows of a merchant, and sorts them into families by the ids that they have. */
export const familiesOf = async (
  storage: StorageReads,
  collections: EngineModule<unknown>["collections"],
  scope: Scope
): Promise<SortedRows> => {
  const rows: Array<TextRow> = []
  for (const of of collections) {
    if (leftOut.has(of.name)) continue
    for (const { row, version } of await everyStored(storage, scope, of)) {
      rows.push({ of, id: row.id, version, text: of.encode(row) })
    }
  }
  const [shared, own] = [rows.filter(isShared), rows.filter((row) => !isShared(row))]
  const common = new Set(shared.flatMap(({ text }) => text.match(ulids) ?? []))
  const families = new Map<string, Array<TextRow>>()
  const of = groups(own.map(({ id, text }) => idsIn(`${id} ${text}`, common)))
  own.forEach((row, nth) => {
    const key = of(nth)
    const family = families.get(key) ?? []
    family.push(row)
    families.set(key, family)
  })
  return {
    shared,
    families: [...families.values()]
      .map((family) => ({
        rows: family,
        payments: family.filter((row) => row.of.name === "payments").length,
        isLive: family.some((row) => row.of.name === "jobs"),
        digests: digestsOf(family)
      }))
      .filter(({ payments }) => payments > 0)
  }
}

const digestsOf = (family: ReadonlyArray<TextRow>): ReadonlyMap<string, string> =>
  new Map(family.flatMap(searchedTexts).map((text) => [termDigest(text), text]))

/** The texts by which a payment is found: values of its metadata, and references of attempts. */
const searchedTexts = ({ of, text }: TextRow): ReadonlyArray<string> => {
  if (of.name === PaymentCollection.name) {
    return Object.values(PaymentCollection.decode(text).metadata)
  }
  if (of.name !== ReportedPaymentCollection.name) return []
  return ReportedPaymentCollection.decode(text).attempts.flatMap(({ reference }) => reference ?? [])
}

const isShared = ({ of }: TextRow): boolean => sharedNames.has(of.name)

const idsIn = (text: string, common: ReadonlySet<string>): ReadonlyArray<string> =>
  (text.match(ulids) ?? []).filter((id) => !common.has(id))

/** Groups rows that have an id in common, directly or through others. Returns a row's group. */
const groups = (rows: ReadonlyArray<ReadonlyArray<string>>): ((nth: number) => string) => {
  const parents = new Map<string, string>()
  const rootOf = (id: string): string => {
    let root = id
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next
    if (root !== id) parents.set(id, root)
    return root
  }
  for (const [first = "", ...others] of rows) {
    for (const other of others) {
      const [one, two] = [rootOf(first), rootOf(other)]
      if (one !== two) parents.set(one, two)
    }
  }
  return (nth) => rootOf(rows[nth]?.[0] ?? "")
}
