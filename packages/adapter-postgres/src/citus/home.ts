import type { Session } from "../Database.ts"
import { PostgresRefused } from "../PostgresRefused.ts"
import { number, sql, text } from "../Statement.ts"
import type { NodeAddress } from "./NodePool.ts"

/**
 * The SQLSTATE of a statement that would give rows, or a reader, the transaction numbers of another
 * node than the schema's. Its transaction is rolled back.
 */
export const elsewhere = "PLM01"

/**
 * The numbers of epochs on Citus. An epoch is a multiple of this number, and the number of the node
 * whose rows it has. So a node knows its own epochs. Epochs below are from before Citus.
 */
const epochStep = 4096

/** The node that has a schema. */
export interface Home extends NodeAddress {
  /** The number of the node and of its replicas. */
  readonly group: number
  /** False if the schema has moved, and its rows have no new epoch yet. */
  readonly isKept: boolean
}

/** Finds the node that has a schema, on the coordinator. */
export const findHome = async (
  { rows }: Pick<Session, "rows">,
  name: string,
  schema: string
): Promise<Home> => {
  const [line] = await rows(
    sql(
      `SELECT node.nodename, node.nodeport, node.groupid
       FROM pg_dist_shard AS shard JOIN pg_dist_placement AS placement USING (shardid)
       JOIN pg_dist_node AS node ON node.groupid = placement.groupid
       WHERE shard.logicalrelid = $1::regclass AND node.noderole = 'primary'`,
      [`${schema}.feeds`]
    )
  )
  if (line === undefined) throw notDistributed(name)
  const group = number(line, 2)
  const [last] = await rows(sql(`SELECT coalesce(max(epoch), 0) FROM ${schema}.feeds`))
  const epoch = number(last, 0)
  return {
    host: text(line, 0),
    port: number(line, 1),
    group,
    isKept: epoch >= epochStep && epoch % epochStep === group
  }
}

/** Returns the next epoch, for rows of a node. */
export const epochOf = (last: number, { group }: Home): number => {
  if (group >= epochStep) throw new Error(`Citus has numbered more than ${epochStep} nodes`)
  return (Math.floor(last / epochStep) + 1) * epochStep + group
}

/**
 * Prepares a transaction on the coordinator that creates or changes tables of a schema. A new
 * schema is created on one of the nodes. Refuses a server that is not the coordinator, and a schema
 * that Citus doesn't distribute.
 */
export const distribute = async (
  { rows }: Session,
  name: string,
  upgrades: boolean
): Promise<void> => {
  const refused = (detail: string) =>
    new PostgresRefused({ reason: "options_invalid", schema: name, detail })
  const [installed] = await rows(sql("SELECT 1 FROM pg_extension WHERE extname = 'citus'"))
  if (installed === undefined) {
    throw refused("citus is true, but its database has no Citus: run CREATE EXTENSION citus")
  }
  const [line] = await rows(
    sql(
      `SELECT groupid, (SELECT count(*) FROM pg_namespace WHERE nspname = $1),
         (SELECT count(*) FROM pg_dist_schema WHERE schemaid = (
           SELECT oid FROM pg_namespace WHERE nspname = $1))
       FROM pg_dist_local_group`,
      [name]
    )
  )
  if (number(line, 0) !== 0) {
    throw refused("connection must lead to the coordinator of Citus, but leads to a worker")
  }
  if (number(line, 1) > 0 && number(line, 2) === 0) throw notDistributed(name)
  if (!upgrades) return
  await rows(sql("SET LOCAL citus.enable_schema_based_sharding = on"))
  await rows(sql("SET LOCAL citus.enable_unsafe_triggers = on"))
}

const notDistributed = (name: string): PostgresRefused => {
  const remedy = `SET citus.enable_unsafe_triggers = on; SELECT citus_schema_distribute('${name}')`
  const detail = `citus is true, but Citus does not distribute the schema: run ${remedy}`
  return new PostgresRefused({ reason: "options_invalid", schema: name, detail })
}

/**
 * Returns statements that create functions, which check that a statement runs on the node of an
 * epoch. Rows of an epoch come from one node, and only this node may read them as a feed.
 */
export const homeFunctions = (schema: string): ReadonlyArray<string> => [
  `CREATE FUNCTION ${schema}.at_home(epoch integer) RETURNS integer LANGUAGE plpgsql AS $$
   BEGIN
     IF epoch < ${epochStep}
       OR epoch % ${epochStep} <> (SELECT groupid FROM pg_dist_local_group)
       OR current_setting('application_name') LIKE 'citus\\_internal%' THEN
       RAISE EXCEPTION 'the schema is on another node of Citus' USING ERRCODE = '${elsewhere}';
     END IF;
     RETURN epoch;
   END $$`,
  `CREATE FUNCTION ${schema}.set_epoch() RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     NEW.feed_epoch := ${schema}.at_home((SELECT coalesce(max(epoch), 0) FROM ${schema}.feeds));
     RETURN NEW;
   END $$`
]

/**
 * Returns the statement that gives new rows of a table their epoch, and refuses them on another
 * node. A default would have to change with each move, and its lock waits for the next move.
 */
export const homeGuard = (schema: string, table: string): string =>
  `CREATE TRIGGER payloom_at_home BEFORE INSERT ON ${table}
   FOR EACH ROW EXECUTE FUNCTION ${schema}.set_epoch()`
