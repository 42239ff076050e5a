import { operations } from "../operations/operations.ts"
import { type Check, chooseInput, compare, countPlace, oneOf } from "./Check.ts"
import { type IdSlot, prefixOf, slotsOf, unknownId, withId } from "./idSlots.ts"
import { answerTo, sendTo } from "./libraryCalls.ts"

/** Calls every operation of the library with ids of others, at each place of its input. */
export const checkInputs = async (check: Check, rounds: number): Promise<void> => {
  for (const operation of Object.keys(operations)) {
    for (let round = 0; round < rounds; round++) await checkOperation(check, operation)
  }
  await checkTokens(check)
}

const checkOperation = async (check: Check, operation: string): Promise<void> => {
  const input = (await chooseInput(check, operation)) ?? []
  for (const slot of slotsOf(input)) {
    const chosen = oneOf(check, check.others.ids.get(prefixOf(slot.id)) ?? [])
    if (chosen !== undefined) await checkSlot(check, operation, input, slot, chosen)
  }
}

const checkSlot = async (
  check: Check,
  operation: string,
  input: ReadonlyArray<unknown>,
  slot: IdSlot,
  foreign: string
): Promise<void> => {
  const place = `${operation} ${slot.path}`
  countPlace(check, place)
  const nobodys = unknownId(foreign, check.random)
  const call = (id: string) => callWith(check, operation, input, slot, id)
  // The rest of the input may have an effect, which only the first call has.
  await call(unknownId(foreign, check.random))
  const given = await call(foreign)
  compare(check, place, given, await call(nobodys))
}

let keys = 0

/** Calls an operation with another id. */
const callWith = (
  check: Check,
  operation: string,
  input: ReadonlyArray<unknown>,
  slot: IdSlot,
  id: string
) => {
  keys += 1
  const key = `isolated key ${keys}`
  const text = withId(input, slot, id) as ReadonlyArray<unknown>
  const keyed = text.map((part) =>
    Object(part).idempotencyKey === undefined ? part : { ...Object(part), idempotencyKey: key }
  )
  return answerTo(check, () => sendTo(check, operation, check.own)(...keyed), {
    [id]: "ID",
    [key]: "KEY"
  })
}

/** A session's token of another merchant is as unknown as any. */
const checkTokens = async (check: Check): Promise<void> => {
  const { ground, own } = check
  const { payloom } = ground.observer
  const { publishableKey } = own
  for (const { kind, token } of ground.tenants.slice(1).flatMap(({ tokens }) => tokens)) {
    const [place, open] =
      kind === "checkout"
        ? (["payer.read token", payloom.payer] as const)
        : (["portal.read token", payloom.portal] as const)
    countPlace(check, place)
    const read = (sessionToken: string) =>
      answerTo(check, () => open({ publishableKey, sessionToken }).read(), {
        [sessionToken]: "TOKEN"
      })
    const given = await read(token)
    compare(check, place, given, await read(`${token.slice(0, -8)}AAAAAAAA`))
  }
}
