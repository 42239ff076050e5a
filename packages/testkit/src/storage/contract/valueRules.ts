import assert from "node:assert/strict"
import { insert, update } from "@payloom/core"
import { Effect, Option } from "effect"
import { Accounts, account, accountId, here } from "./contractRows.ts"
import { idsOfPage, rowOf } from "./expectations.ts"
import { rule, type StorageService } from "./StorageRule.ts"

const amounts = [
  0n,
  1n,
  -1n,
  BigInt(Number.MAX_SAFE_INTEGER) + 2n,
  2n ** 63n - 1n,
  2n ** 63n - 2n,
  -(2n ** 63n),
  2n ** 64n + 1n
]

const texts = [
  "",
  " ",
  "👩‍👩‍👧‍👦 🇺🇦 🤷🏽‍♀️",
  "שלום עולם",
  "مرحبا \u202eabc\u202c",
  "e\u0301 versus é",
  'it\'s "quoted" `so`; DROP TABLE contract_accounts; --',
  "back\\slash % _ ? :name @name $1",
  "line\nbreak\ttab\r\n",
  "\u2028\u2029\ufeff\uffff",
  "漢字かな交じり文",
  "null",
  "0",
  "1e3",
  "x".repeat(1_000_000)
]

/** The rules of values: they are read back exactly as they were written. */
export const valueRules = [
  rule(
    "amounts keep every digit, around 2^53 and beyond 2^63",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit(
        amounts.map((balance, at) => insert(here, Accounts, account(at, { balance })))
      )
      for (const [at, balance] of amounts.entries()) {
        const stored = yield* rowOf(storage, here, Accounts, accountId(at))
        assert.equal(stored.row.balance, balance)
        yield* storage.commit([update(Accounts, stored, { ...stored.row, balance: -balance })])
        assert.equal((yield* rowOf(storage, here, Accounts, accountId(at))).row.balance, -balance)
      }
    })
  ),
  rule(
    "any text is read back unchanged: emoji, right-to-left, combining, quotes, a million letters",
    Effect.fnUntraced(function* (storage: StorageService) {
      for (const [at, note] of texts.entries()) {
        yield* storage.commit([insert(here, Accounts, account(at, { note }))])
        assert.equal((yield* rowOf(storage, here, Accounts, accountId(at))).row.note, note)
      }
    })
  ),
  rule(
    "any text can be looked up, as a unique key and as a filter",
    Effect.fnUntraced(function* (storage: StorageService) {
      for (const [at, text] of texts.entries()) {
        const fields = { email: text, handle: text, owner: text }
        yield* storage.commit([insert(here, Accounts, account(at, fields))])
      }
      for (const [at, text] of texts.entries()) {
        const page = yield* idsOfPage(storage, here, Accounts, { where: { owner: text } })
        assert.deepEqual(page, [accountId(at)])
        for (const key of ["email", "handle"]) {
          const found = yield* storage.findUnique(here, Accounts, key, text)
          assert.deepEqual(
            Option.map(found, ({ row }) => row.id),
            Option.some(accountId(at))
          )
        }
      }
    })
  )
]
