import { chooseInput } from "../Check.ts"
import type { PagedList, ReadPage } from "../checkCursors.ts"
import { type Asked, credentialsOf, type HttpGround, send } from "./HttpGround.ts"
import type { HttpOperation } from "./HttpOperation.ts"
import { requestWith } from "./requestWith.ts"

/** Returns the lists over HTTP. */
export const httpLists = (http: HttpGround): ReadonlyArray<PagedList> =>
  http.operations
    .filter(({ directions }) => directions.length > 0)
    .map((operation) => ({
      name: operation.name,
      directions: operation.directions,
      open: (tenant) => openList(http, operation, tenant)
    }))

/** Returns the list without filters, and with all filters and expansions. */
const openList = async (
  http: HttpGround,
  operation: HttpOperation,
  tenant: number
): Promise<ReadonlyArray<ReadPage>> => {
  const input = await chooseInput(http.check, operation.calls, tenant)
  const account = http.accounts[tenant]
  if (input === null || account === undefined) return []
  const asked = requestWith(operation, input)
  const expand = operation.expansions.length === 0 ? {} : { "expand[]": operation.expansions }
  const headers = credentialsOf(account, operation.surface)
  return [{}, { ...asked.query, ...expand }].map(
    (query): ReadPage =>
      ({ startingAfter, endingBefore }) => {
        const position = {
          ...(startingAfter === undefined ? {} : { starting_after: startingAfter }),
          ...(endingBefore === undefined ? {} : { ending_before: endingBefore })
        }
        const read: Asked = { ...asked, headers, query: { ...query, limit: "1", ...position } }
        const instead = Object.values(position).map((cursor) => [cursor, "CURSOR"])
        return send(http, read, Object.fromEntries(instead))
      }
  )
}
