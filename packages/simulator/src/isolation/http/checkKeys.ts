import { type Answer, checkAlone, chooseInput, compare, countPlace } from "../Check.ts"
import { slotsOf } from "../idSlots.ts"
import { type Account, type Asked, credentialsOf, type HttpGround, send } from "./HttpGround.ts"
import type { HttpOperation } from "./HttpOperation.ts"
import { requestWith } from "./requestWith.ts"

/**
 * Sends requests with idempotency keys that another merchant has used, or the same merchant in the
 * other mode. Each is answered as with a new key.
 */
export const checkKeys = async (http: HttpGround, rounds: number): Promise<void> => {
  const others = [...http.accounts.entries()].slice(1)
  for (const operation of http.operations.filter(({ takesKey }) => takesKey)) {
    for (let round = 0; round < rounds; round++) {
      for (const [tenant, other] of others) await checkKey(http, operation, tenant, other)
    }
  }
}

let keys = 0

const newKey = (): string => {
  keys += 1
  return `shared key ${keys}`
}

/** A stored answer, or an error that says that a key was used. */
const usedKey = /^idempotent-replay|"code":"idempotency_/m

const checkKey = async (
  http: HttpGround,
  operation: HttpOperation,
  tenant: number,
  other: Account
): Promise<void> => {
  const { check, accounts } = http
  const [own] = accounts
  const theirInput = await chooseInput(check, operation.calls, tenant)
  if (own === undefined || theirInput === null) return
  const whose = other.scope.mode === own.scope.mode ? "another" : "the other mode"
  const place = `${operation.name} key of ${whose}`
  countPlace(check, place)
  const theirs = requestWith(operation, theirInput)
  // An answer may repeat the ids of its request.
  const theirIds = Object.fromEntries(
    slotsOf([theirs.id, theirs.body]).map(({ id }) => [id, "THEIRS"])
  )
  const as = (account: Account, asked: Asked, key: string) => {
    const headers = { ...credentialsOf(account, "merchant"), "Idempotency-Key": key }
    return send(http, { ...asked, headers }, { ...theirIds, [key]: "KEY" })
  }
  const same = newKey()
  await as(other, theirs, same)
  await as(own, theirs, newKey())
  // Their whole request again, which a store of answers would know by its key and its body.
  const given = await as(own, theirs, same)
  compare(check, place, given, await as(own, theirs, newKey()))
  const expectUnused = (answer: Answer) => {
    checkAlone(check, place, answer)
    if (usedKey.test(answer.text)) {
      check.findings.push(`${place}: the key counts as used: ${answer.text}`)
    }
  }
  const ownInput = await chooseInput(check, operation.calls)
  if (ownInput === null) return
  const [asked, before, atOnce] = [requestWith(operation, ownInput), newKey(), newKey()]
  await as(other, theirs, before)
  expectUnused(await as(own, asked, before))
  const [answer] = await Promise.all([as(own, asked, atOnce), as(other, theirs, atOnce)])
  // Both wrote rows meanwhile.
  expectUnused({ ...answer, changes: [] })
}
