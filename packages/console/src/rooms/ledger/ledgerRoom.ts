import type { Room } from "../../Room.ts"
import { ledgerActs } from "./ledgerActs.ts"
import { readLedger, readStatement } from "./readLedger.ts"
import { readPayout } from "./readPayout.ts"

/** The books: balances, statements, revenue, payouts and settlement reports. */
export const ledgerRoom: Room = {
  reads: [readLedger, readStatement, readPayout],
  acts: ledgerActs
}
