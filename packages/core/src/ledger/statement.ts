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

/** A part of an account's statement: 100 lines by default, and at most 100. */
export interface StatementQuery extends PageLimit, ForwardCursor {
  /** An ISO 4217 code. All currencies if absent. */
  readonly currency?: string
  /** Only groups that were booked then or later, in milliseconds since the epoch. */
  readonly from?: number
  /** Only groups that were booked then or earlier, in milliseconds since the epoch. */
  readonly to?: number
}
export const StatementQuery = Schema.Struct({
  currency: Schema.optionalKey(CurrencyCode),
  from: Schema.optionalKey(Timestamp),
  to: Schema.optionalKey(Timestamp),
  limit: cursorFields.limit,
  startingAfter: cursorFields.startingAfter
})

/** A page of the statement of an account. */
export interface Statement extends List<StatementLine> {
  /** The account, such as `suspense`, or `settled_cash:mid_…` of a merchant account. */
  readonly account: string
  /** The balances before the first line of this page, by currency. */
  readonly opening: ReadonlyArray<AccountBalance>
  /** The balances after the last line. The next page opens with them. */
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
 * Returns the statement of an account, oldest first. It has a line for each group with an entry on
 * the account, and the balance after it. The first page opens with the balances at `from`, and the
 * last one closes with the balances at `to`. Every other page opens with the closing balances of
 * the previous page.
 *
 * The cost of a page depends on its size only. A group that another process commits meanwhile may
 * sort before a cursor and then is on no later page. For a statement to keep, choose a period that
 * is over. Library call.
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

/** The start of a page: the group before it, and the balances. */
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

/**
 * Returns the text of a cursor, which is signed. It has the balances, so that no page has to sum up
 * the previous ones.
 */
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
