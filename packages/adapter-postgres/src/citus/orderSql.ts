import { identity, sequenceOf } from "../partitions/partitionSql.ts"
import { addition, type TableLayout } from "../tableLayout.ts"

/**
 * Returns the statements that add a column to a table that Citus distributes. Citus adds no
 * identity column. So the column gets a sequence, and the stored rows get numbers first.
 */
export const additionToDistributed = (
  { table, appendOnly }: Pick<TableLayout, "table" | "appendOnly">,
  column: string
): ReadonlyArray<string> => {
  if (!identity.test(column)) return [addition(table, column)]
  const change = `ALTER TABLE ${table} ALTER COLUMN feed_seq`
  return [
    `CREATE SEQUENCE ${sequenceOf(table)}`,
    addition(table, "feed_seq bigint"),
    // Citus changes no sequence that is a default already.
    `ALTER SEQUENCE ${sequenceOf(table)} OWNED BY ${table}.feed_seq`,
    ...(appendOnly ? allowed(table) : []),
    `UPDATE ${table} AS row SET feed_seq = numbered.nth FROM (
       SELECT tenant, mode, id, row_number() OVER (ORDER BY tenant, mode, id) AS nth FROM ${table})
       AS numbered
     WHERE row.tenant = numbered.tenant AND row.mode = numbered.mode AND row.id = numbered.id`,
    ...(appendOnly ? refused(table) : []),
    `${change} SET DEFAULT nextval('${sequenceOf(table)}')`,
    `${change} SET NOT NULL`
  ]
}

const allowed = (table: string): ReadonlyArray<string> => [
  `GRANT UPDATE ON ${table} TO CURRENT_USER`,
  `ALTER TABLE ${table} DISABLE TRIGGER payloom_no_change`
]

const refused = (table: string): ReadonlyArray<string> => [
  `ALTER TABLE ${table} ENABLE TRIGGER payloom_no_change`,
  `REVOKE UPDATE ON ${table} FROM CURRENT_USER`
]
