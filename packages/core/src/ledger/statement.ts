import { Effect, Option, Schema } from "effect"
import { idBounds } from "../kernel/ids/Moment.ts"
import { inputChecker } from "../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../kernel/input/InvalidInput.ts"
import { CurrencyCode } from "../kernel/primitives/CurrencyCode.ts"
import { refusedAs } from "../kernel/primitives/RefusalCode.ts"
import { type Millis, Timestamp } from "../kernel/primitives/Timestamp.ts"
import { type CursorBinding, decodeCursor, encodeCursor } from "../platform/pagination/Cursor.ts"
import { type List, list } from "../platform/pagination/List.ts"
import {
  cursorFields,
  type ForwardCursor,
  type PageLimit,
  pageSize
} from "../platform/pagination/ListQuery.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { type AskedAccount, balancesBefore, groupsOf } from "./accountGroups.ts"
import { fromAfterTo } from "./fromAfterTo.ts"
import { accountsOfMids, isLedgerAccount, sharedAccounts } from "./LedgerAccount.ts"
import { type Balances, balancesAfter, postedLines, type StatementLine } from "./postedLines.ts"
import type { AccountBalance } from "./trialBalance.ts"
import { type LedgerWalk, walkLedger } from "./walkLedger.ts"

/** Which part of an account's statement is asked for: 100 lines of it unless told, at most 100. */
export interface StatementQuery extends PageLimit, ForwardCursor {
  /** An ISO 4217 code; all currencies without it. */
  readonly currency?: string
  /** Only what was booked then or later, in milliseconds since the epoch. */
  readonly from?: number
  /** Only what was booked then or earlier, in milliseconds since the epoch. */
  readonly to?: number
}
export const StatementQuery = Schema.Struct({
  currency: Schema.optionalKey(CurrencyCode),
  from: Schema.optionalKey(Timestamp),
  to: Schema.optionalKey(Timestamp),
  limit: cursorFields.limit,
  startingAfter: cursorFields.startingAfter
})

/** A page of what happened on an account. */
export interface Statement extends List<StatementLine> {
  /** Such as `suspense`, or `settled_cash:mid_…` of a merchant account. */
  readonly account: string
  /** What stood on the account before the first line of this page, by currency. */
  readonly opening: ReadonlyArray<AccountBalance>
  /** What stood on it after the last line: the opening of the next page. */
  readonly closing: ReadonlyArray<AccountBalance>
}

const checkInput = inputChecker(
  StatementQuery.mapFields((fields) => ({
    ...fields,
    account: Schema.String.check(
      Schema.makeFilter(
        isLedgerAccount,
        refusedAs(
          "parameter_invalid",
          `one of ${sharedAccounts.join(", ")}, or of a MID such as settled_cash:mid_…`,
          [...sharedAccounts, ...accountsOfMids]
        )
      )
    )
  }))
)

const defaultLimit = 100

/**
 * What happened on an account of the ledger, oldest first, a line for each group that touches it,
 * with the balance that stood after it. The first page says what stood there at `from`, the last
 * one what stood at `to`; in between each page opens with what the one before closed with.
 *
 * A page costs what it shows, wherever it begins and whatever else was booked. A group that another
 * process commits meanwhile may sort before a cursor, and then is in no later page: a statement to
 * keep is of a period that is over. Library call.
 */
export const statement = Effect.fnUntraced(function* (
  scope: Scope,
  account: string,
  query: StatementQuery = {}
) {
  const { currency, from, to, limit, startingAfter } = yield* Effect.fromResult(
    checkInput({ ...query, account })
  )
  if (from !== undefined && to !== undefined && from > to) {
    return yield* fromAfterTo(from, to)
  }
  const filters = [account, currency ?? null, from ?? null, to ?? null]
  const binding: CursorBinding = { scope, list: "statement", filters }
  const asked: AskedAccount = { scope, account, currency: currency ?? null }
  const start =
    startingAfter === undefined
      ? { balances: yield* balancesBefore(asked, from ?? 0) }
      : yield* positionAt(binding, startingAfter)
  const size = pageSize(limit, defaultLimit)
  const lines = yield* linesFrom(asked, start, { from, to }, size + 1)
  const page = lines.slice(0, size)
  const closing = balancesAfter(start.balances, page)
  const last = page.at(-1)
  const nextCursor =
    lines.length > size && last !== undefined
      ? yield* encodeCursor(binding, positionText(last.group, closing))
      : null
  const answer: Statement = {
    ...list(page, nextCursor),
    account,
    opening: listed(account, start.balances),
    closing: listed(account, closing)
  }
  return answer
})

/** Where a page begins: behind which group, and with what on the account. */
interface Position {
  readonly after?: string
  readonly balances: Balances
}

const linesFrom = Effect.fnUntraced(function* (
  asked: AskedAccount,
  { balances, after }: Position,
  { from, to }: { readonly from: Millis | undefined; readonly to: Millis | undefined },
  enough: number
) {
  const { scope, account, currency } = asked
  const lines: Array<StatementLine> = []
  const walk: LedgerWalk = {
    where: yield* groupsOf(asked),
    pageSize: enough,
    ...(after === undefined ? {} : { after }),
    ...(from === undefined ? {} : { idFrom: idBounds("ledger", from).first }),
    ...(to === undefined ? {} : { idTo: idBounds("ledger", to).last })
  }
  yield* walkLedger(scope, walk, (groups) =>
    Effect.sync(() => {
      lines.push(...postedLines(groups, account, currency, balancesAfter(balances, lines)))
      return { more: lines.length < enough }
    })
  )
  return lines
})

const listed = (account: string, balances: Balances): ReadonlyArray<AccountBalance> =>
  Array.from(balances, ([currency, balance]) => ({ account, currency, balance })).sort(
    (left, right) => (left.currency < right.currency ? -1 : 1)
  )

/** A position as its cursor holds it, which is signed: no page has to sum up those before it. */
const positionText = (after: string, balances: Balances): string =>
  [after, ...Array.from(balances, ([currency, balance]) => `${currency}=${balance}`)].join(" ")

const positionAt = Effect.fnUntraced(function* (binding: CursorBinding, cursor: string) {
  const text = yield* decodeCursor(binding, cursor)
  if (Option.isNone(text)) {
    const message = "is not a cursor of this account and these filters"
    return yield* parameterInvalid("startingAfter", message)
  }
  const [after = "", ...balances] = text.value.split(" ")
  return {
    after,
    balances: new Map(
      balances.map((balance) => {
        const [currency = "", amount = ""] = balance.split("=")
        return [currency as CurrencyCode, BigInt(amount)]
      })
    )
  } satisfies Position
})
