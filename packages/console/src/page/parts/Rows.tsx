import type { ComponentChildren } from "preact"

/** A column of a list. */
interface Column<Row> {
  /** The heading. Screen readers alone read the heading of actions. */
  readonly head: string
  /** The class of the heading and the cells: `wide` is not shown on a phone. */
  readonly class?: string
  /** The class of the cells alone. */
  readonly cells?: string
  /** True for a column of buttons. */
  readonly isAction?: boolean
  readonly cell: (row: Row) => ComponentChildren
}

interface RowsProps<Row> {
  readonly rows: ReadonlyArray<Row>
  /** The columns. Null stands for one that is left out. */
  readonly columns: ReadonlyArray<Column<Row> | null>
}

/** The table of a list. Its rows have links or buttons. */
export const Rows = <Row extends { readonly id: string }>({ rows, columns }: RowsProps<Row>) => {
  const shown = columns.filter((column) => column !== null)
  return (
    <table class="rows">
      <thead>
        <tr>
          {shown.map(({ head, class: kind, isAction }) => (
            <th key={head} scope="col" class={kind}>
              {isAction ? <span class="hidden">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {shown.map(({ head, class: kind, cells, cell }) => (
              <td key={head} class={[kind, cells].filter(Boolean).join(" ") || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
