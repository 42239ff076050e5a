import { setTimeout as pause } from "node:timers/promises"
import {
  type ChargeLookup,
  type ChargeOutcome,
  type ChargeRequest,
  definePaymentProvider,
  type PaymentProvider
} from "@payloom/core"
import Database from "better-sqlite3"

/** The behavior of a card at the bank. */
type Conduct = "approves" | "has_no_money" | "is_lost"

/** A bank that records its charges in a file of its own. Several processes may open it. */
export interface Bank {
  readonly provider: PaymentProvider
  /** Sets how a card behaves from its next charge on. Cards are named by their vault reference. */
  readonly conduct: (vaultReference: string, conduct: Conduct) => void
  /** Returns the number of approved charges and their sum in minor units. */
  readonly totals: () => { readonly charges: number; readonly amount: bigint }
  readonly close: () => void
}

interface Row {
  readonly approved: number
  readonly amount: number
  readonly code: string | null
}

const approvalOf = (reference: string, currency: string, amount: number) => ({
  providerReference: `bank_${reference}`,
  amount: BigInt(amount),
  currency,
  networkReference: `nw_${reference}`
})

const answerOf = (reference: string, currency: string, row: Row): ChargeOutcome =>
  row.approved === 1
    ? { _tag: "Approved", captured: true, ...approvalOf(reference, currency, row.amount) }
    : declined(row)

const declined = ({ code }: Row): ChargeOutcome => ({
  _tag: "Declined",
  rawCode: code ?? "declined",
  networkCode: null,
  providerReference: null
})

const foundAs = (reference: string, currency: string, row: Row): ChargeLookup => ({
  _tag: "Found",
  ...approvalOf(reference, currency, row.amount),
  state: row.approved === 1 ? "captured" : "declined",
  rawCode: row.code
})

/** The bank's records. */
interface Books {
  readonly conductOf: (card: string) => Conduct | undefined
  readonly setConduct: (card: string, conduct: Conduct) => void
  readonly charged: (reference: string) => Row | undefined
  readonly charge: (reference: string, row: Row) => void
  readonly totals: Bank["totals"]
  readonly close: () => void
}

/** Opens records in a file that other processes open too. */
const booksIn = (file: string): Books => {
  const db = new Database(file)
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = OFF")
  db.pragma("busy_timeout = 10000")
  db.exec(`
    CREATE TABLE IF NOT EXISTS cards (card TEXT PRIMARY KEY, conduct TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS charges (
      reference TEXT PRIMARY KEY, amount INTEGER NOT NULL, approved INTEGER NOT NULL, code TEXT
    ) WITHOUT ROWID`)
  const conductOf = db
    .prepare<[string], Conduct>("SELECT conduct FROM cards WHERE card = ?")
    .pluck()
  const setConduct = db.prepare("INSERT OR REPLACE INTO cards VALUES (?, ?)")
  const charged = db.prepare<[string], Row>("SELECT * FROM charges WHERE reference = ?")
  const charge = db.prepare("INSERT INTO charges VALUES (?, ?, ?, ?)")
  const totals = db.prepare<[], { readonly charges: number; readonly amount: number | null }>(
    "SELECT count(*) AS charges, sum(amount) AS amount FROM charges WHERE approved = 1"
  )
  return {
    conductOf: (card) => conductOf.get(card),
    setConduct: (card, conduct) => {
      setConduct.run(card, conduct)
    },
    charged: (reference) => charged.get(reference),
    charge: (reference, { amount, approved, code }) => {
      charge.run(reference, amount, approved, code)
    },
    totals: () => {
      const { charges = 0, amount = 0 } = totals.get() ?? {}
      return { charges, amount: BigInt(amount ?? 0) }
    },
    close: () => {
      db.close()
    }
  }
}

/** Creates records in the memory of this process. */
const booksAtHand = (): Books => {
  const cards = new Map<string, Conduct>()
  const charges = new Map<string, Row>()
  return {
    conductOf: (card) => cards.get(card),
    setConduct: (card, conduct) => {
      cards.set(card, conduct)
    },
    charged: (reference) => charges.get(reference),
    charge: (reference, row) => {
      charges.set(reference, row)
    },
    totals: () => {
      const approved = [...charges.values()].filter((row) => row.approved === 1)
      const amount = approved.reduce((sum, row) => sum + row.amount, 0)
      return { charges: approved.length, amount: BigInt(amount) }
    },
    close: () => undefined
  }
}

/**
 * Opens a bank that answers after `answersInMs`. Its records are in the file, or in memory for
 * null.
 */
export const openBank = (file: string | null, answersInMs = 0): Bank => {
  const books = file === null ? booksAtHand() : booksIn(file)
  const charge = ({ reference, amount, currency, source }: ChargeRequest): ChargeOutcome => {
    const known = books.charged(reference)
    if (known !== undefined) return answerOf(reference, currency, known)
    const card = source._tag === "Vaulted" ? source.vaultReference : ""
    const conduct = books.conductOf(card) ?? "approves"
    const code = { approves: null, has_no_money: "no_money", is_lost: "lost_card" }[conduct]
    const row = { approved: code === null ? 1 : 0, amount: Number(amount), code }
    books.charge(reference, row)
    return answerOf(reference, currency, row)
  }
  const provider = definePaymentProvider({
    name: "bank",
    capabilities: {
      methods: ["card"],
      currencies: ["EUR"],
      refunds: "none",
      manualCapture: false,
      partialCapture: false,
      dedupesForHours: 24 * 365,
      lookup: true,
      settleWindowMinutes: 5,
      holdHours: { default: 168 },
      usesCardRelay: true
    },
    declines: {
      version: 1,
      meanings: {
        no_money: { code: "insufficient_funds", category: "soft", decision: "stop" },
        lost_card: { code: "card_declined", category: "hard", decision: "stop" }
      }
    },
    charge: (request) =>
      answersInMs === 0 ? charge(request) : pause(answersInMs).then(() => charge(request)),
    lookup: ({ reference, currency }) => {
      const known = books.charged(reference)
      return known === undefined ? { _tag: "Absent" } : foundAs(reference, currency, known)
    }
  })
  return {
    provider,
    conduct: books.setConduct,
    totals: books.totals,
    close: books.close
  }
}
