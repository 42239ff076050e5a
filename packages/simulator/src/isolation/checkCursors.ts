import { type Answer, type Check, checkAlone, compare, countPlace, oneOf } from "./Check.ts"
import { idsIn, nextId } from "./idSlots.ts"

/** The position of a page. */
interface Position {
  readonly startingAfter?: string
  readonly endingBefore?: string
}

/** Reads a page of one item. The answer has `CURSOR` in place of the cursor that was given. */
export type ReadPage = (position: Position) => Promise<Answer>

/** A list that is read in pages. */
export interface PagedList {
  readonly name: string
  /** The directions in which it is read. */
  readonly directions: ReadonlyArray<keyof Position>
  /** Returns the list as a merchant reads it, with other filters each time. */
  readonly open: (tenant: number) => Promise<ReadonlyArray<ReadPage>>
}

/** A cursor that a list has answered. */
interface Found {
  readonly list: string
  readonly tenant: number
  readonly cursor: string
}

/**
 * Reads each list at cursors of other merchants, of the other mode, of other lists, and at damaged
 * cursors. Each is answered as a cursor that nobody has, in both directions.
 */
export const checkCursors = async (
  check: Check,
  lists: ReadonlyArray<PagedList>,
  rounds: number
): Promise<void> => {
  const found = await allCursors(check, lists)
  for (const list of lists) {
    for (let round = 0; round < rounds; round++) await checkList(check, list, found)
  }
}

/** The directions of most lists. */
export const bothWays = ["startingAfter", "endingBefore"] as const

const checkList = async (
  check: Check,
  { name, directions, open }: PagedList,
  found: ReadonlyArray<Found>
): Promise<void> => {
  const theirs = found.filter(({ list, tenant }) => list === name && tenant !== 0)
  // An own id of another list is a position of this one too.
  const ofOtherLists = found.filter(
    ({ list, tenant, cursor }) => list !== name && (tenant !== 0 || idsIn(cursor).length === 0)
  )
  for (const read of await open(0)) {
    const own = await ownCursor(check, name, read)
    for (const direction of directions) {
      const place = `${name} ${direction}`
      if (own !== null) await checkOwn(check, place, read, { [direction]: own })
      for (const [of, cursors] of [
        ["of another", theirs],
        ["of another list", ofOtherLists]
      ] as const) {
        const cursor = oneOf(check, cursors)?.cursor
        if (cursor === undefined) continue
        countPlace(check, `${place} ${of}`)
        const given = await read({ [direction]: cursor })
        compare(check, place, given, await read({ [direction]: damaged(cursor) }))
      }
    }
  }
}

/** The own cursor leads to a page, which has nothing of others. */
const checkOwn = async (
  check: Check,
  place: string,
  read: ReadPage,
  position: Position
): Promise<void> => {
  const answer = await read(position)
  checkAlone(check, place, answer)
  check.tellable.add(place)
  const malformed = Object.entries(position).map(([direction, cursor]) => [direction, `${cursor}A`])
  const refused = await read(Object.fromEntries(malformed))
  if (answer.text !== refused.text) check.told.add(place)
}

/**
 * Returns a cursor that nobody has. If it is an id, it is the next one. Lists with such cursors are
 * newest first, so both have the same page after them.
 */
const damaged = (cursor: string): string =>
  idsIn(cursor)[0] === cursor
    ? nextId(cursor)
    : `${cursor.slice(0, -1)}${cursor.endsWith("A") ? "B" : "A"}`

const allCursors = async (
  check: Check,
  lists: ReadonlyArray<PagedList>
): Promise<ReadonlyArray<Found>> => {
  const found: Array<Found> = []
  for (const { name, open } of lists) {
    for (const tenant of check.ground.tenants.keys()) {
      for (const read of await open(tenant)) {
        const cursor = cursorIn(await read({}))
        if (cursor !== null) found.push({ list: name, tenant, cursor })
      }
    }
  }
  return found
}

/** Returns the cursor of the first page. The page shows nothing of others. */
const ownCursor = async (check: Check, name: string, read: ReadPage): Promise<string | null> => {
  const first = await read({})
  checkAlone(check, name, first)
  return cursorIn(first)
}

const cursorIn = ({ text }: Answer): string | null =>
  /"next_?cursor":"([^"]+)"/i.exec(text)?.[1] ?? null
