import type { Scope } from "@payloom/core"
import pg from "pg"
import type { BulkWriter } from "./BulkWriter.ts"
import { type CopySource, copyIn } from "./copyIn.ts"
import { columnsOf } from "./rowForm.ts"

interface Index {
  readonly name: string
  readonly definition: string
}

/** Opens a database in whose schema `payloom` an engine has made its tables. */
export const openBulkPostgres = async (
  address: string,
  { tenant, mode }: Scope
): Promise<BulkWriter> => {
  const client = new pg.Client(address)
  await client.connect()
  await client.query("SET synchronous_commit = off")
  await client.query("SET maintenance_work_mem = '512MB'")
  const { rows: indexes } = await client.query<Index>(
    `SELECT index.indexname AS name, index.indexdef AS definition FROM pg_indexes AS index
     WHERE index.schemaname = 'payloom' AND index.indexname LIKE 'payloom\\_%'`
  )
  for (const { name } of indexes) await client.query(`DROP INDEX payloom."${name}"`)
  return {
    write: async (of, rows) => {
      const names = columnsOf(of).map(({ name }) => `"${name}", `)
      const into = `payloom."${of.name}" (tenant, mode, version, id, ${names.join("")}doc)`
      const source: CopySource = { into, fixed: [tenant, mode], rows }
      await copyIn(client, source)
    },
    finish: async (onIndex) => {
      for (const [nth, { definition }] of indexes.entries()) {
        onIndex(nth / indexes.length)
        await client.query(definition)
      }
      await client.query("ANALYZE")
      await client.end()
    }
  }
}
