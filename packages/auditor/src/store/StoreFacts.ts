import type { Finding } from "../Finding.ts"
import type { ProviderIndex, ScopeFacts } from "../rows/Books.ts"
import type { Document, KeptTotal, RawRow } from "../rows/RawRows.ts"
import type { Attempt, Delivery, Erasure, LedgerGroup } from "../rows/rowTypes.ts"
import { referenceFindings } from "../rules/chargeFindings.ts"
import { addEntries, keptFindings } from "../rules/ledgerFindings.ts"

interface Known {
  oldestDelivery: number
  readonly erased: Set<string>
  readonly endpoints: Array<RawRow>
  readonly sums: Map<string, bigint>
}

/** The facts about a whole store that are collected while its rows are read. */
export class StoreFacts {
  readonly #index: ProviderIndex | null
  readonly #scopes = new Map<string, Known>()
  /** How many attempts have a reference that the providers know. */
  readonly #attempts = new Map<string, number>()

  constructor(index: ProviderIndex | null) {
    this.#index = index
  }

  /** Returns the facts about a tenant and a mode. */
  of(tenant: string, mode: string): ScopeFacts & { readonly endpoints: ReadonlyArray<RawRow> } {
    return this.#known(tenant, mode)
  }

  /** Notes a row. */
  note(collection: string, row: RawRow): void {
    const known = this.#known(row.tenant, row.mode)
    noting[collection]?.(known, row)
    if (collection === "attempts" && this.#index?.charges.has((row.doc as Attempt).id) === true) {
      this.#attempts.set(row.doc.id, (this.#attempts.get(row.doc.id) ?? 0) + 1)
    }
  }

  /** Compares all references of the providers with the attempts. */
  unknownCharges(): ReadonlyArray<Finding> {
    return this.#index === null ? [] : referenceFindings(this.#index, this.#attempts)
  }

  /** Compares the balances that the store keeps with its groups. */
  totals(totals: ReadonlyArray<KeptTotal>): ReadonlyArray<Finding> {
    const kept = Map.groupBy(totals, ({ tenant, mode }) => scopeKey(tenant, mode))
    return [...new Set([...this.#scopes.keys(), ...kept.keys()])].flatMap((scope) =>
      keptFindings(this.#scopes.get(scope)?.sums ?? new Map(), kept.get(scope) ?? [])
    )
  }

  #known(tenant: string, mode: string): Known {
    const key = scopeKey(tenant, mode)
    const known = this.#scopes.get(key) ?? {
      oldestDelivery: Number.POSITIVE_INFINITY,
      erased: new Set(),
      endpoints: [],
      sums: new Map()
    }
    this.#scopes.set(key, known)
    return known
  }
}

const scopeKey = (tenant: string, mode: string): string => `${tenant}/${mode}`

const noting: Readonly<Record<string, (known: Known, row: RawRow) => void>> = {
  webhook_deliveries: (known, { doc }) => {
    known.oldestDelivery = Math.min(known.oldestDelivery, as<Delivery>(doc).created)
  },
  webhook_endpoints: ({ endpoints }, row) => void endpoints.push(row),
  erasures: ({ erased }, { doc }) => {
    if (as<Erasure>(doc).doneAt !== null) erased.add(doc.id)
  },
  ledger_groups: ({ sums }, { doc }) => addEntries(sums, as<LedgerGroup>(doc))
}

const as = <D extends Document>(doc: Document): D => doc as D
