import { Schema } from "effect"
import { misused } from "../kernel/primitives/misused.ts"
import { type List, list, listSchema } from "../platform/pagination/List.ts"
import { cursorFields, pageSize } from "../platform/pagination/ListQuery.ts"
import type { Collection, Row } from "../platform/storage/Collection.ts"
import { moduleQuery, type Query } from "./ModuleOperation.ts"

/** The filters of a list, and the page that is asked for. */
export type ModuleListInput<Filter extends string> = {
  readonly [_ in Filter]?: string
} & {
  /** The maximum number of items of a page, 1 or more. Values above 100 count as 100. */
  readonly limit?: number
  /** The `nextCursor` of the page before. */
  readonly startingAfter?: string
}

/** A list of a module, as it is defined. */
export interface ModuleListDefinition<
  Path extends string,
  R extends Row,
  A,
  Filter extends string
> {
  /** A sentence without a full stop, for the OpenAPI document. */
  readonly summary: string
  /** Details, for the OpenAPI document. */
  readonly description?: string
  /** The path of its HTTP route, which begins with a slash and the module's name. */
  readonly path: Path
  /** The table. */
  readonly of: Collection<R>
  /** The indexes of the table by which a list can be filtered. All given filters must match. */
  readonly filters?: ReadonlyArray<Filter>
  /** The schema of an item. Its encoded form is the item over HTTP. */
  readonly item: Schema.Codec<A, unknown>
  /** Returns the item of a row. */
  readonly show: (row: R) => A
}

const defaultLimit = 20

/**
 * Defines an operation that lists rows of a table in pages, newest first. Over HTTP its query has
 * the filters, `limit` and `starting_after`. The default limit is 20.
 *
 * @example
 * list: moduleList({
 *   summary: "List reservations, newest first",
 *   path: "/store_credit/reservations",
 *   of: Reservations,
 *   filters: ["wallet"],
 *   item: Reservation,
 *   show: toReservation
 * })
 */
export const moduleList = <
  const Path extends string,
  R extends Row,
  A,
  const Filter extends string = never
>({
  of,
  filters = [],
  item,
  show,
  ...described
}: ModuleListDefinition<Path, R, A, Filter>): Query<
  Path,
  ModuleListInput<Filter>,
  List<A>,
  never
> => {
  const unknown = filters.find((name) => !(name in of.indexes))
  if (unknown !== undefined) {
    misused(`The list at ${described.path} filters by ${unknown}, which is no index of ${of.name}.`)
  }
  const own = Object.fromEntries(
    filters.map((name) => [name, Schema.optionalKey(Schema.String)] as const)
  )
  const { limit, startingAfter } = cursorFields
  const input = Schema.Struct({ ...own, limit, startingAfter }).pipe(
    Schema.encodeKeys({ startingAfter: "starting_after" })
  ) as unknown as Schema.Codec<ModuleListInput<Filter>, unknown>
  return moduleQuery({
    ...described,
    input,
    output: listSchema(item),
    read: (reads, { limit: asked, startingAfter: after, ...where }) => {
      const size = pageSize(asked, defaultLimit)
      const query = {
        where: where as Readonly<Record<string, string>>,
        order: "desc",
        limit: size + 1,
        ...(after === undefined ? {} : { after })
      } as const
      return reads.page(of, query).then((rows) => {
        const page = rows.slice(0, size)
        const next = rows.length > size ? (page.at(-1)?.row.id ?? null) : null
        return list(
          page.map(({ row }) => show(row)),
          next
        )
      })
    }
  })
}
