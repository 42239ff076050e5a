import type { TableLayout } from "./tableLayout.ts"

/**
 * Returns statements that make a table append-only: revoked permissions, and triggers for
 * superusers.
 */
export const guards = (schema: string, { table }: TableLayout): ReadonlyArray<string> => [
  `REVOKE ${refusedOn(table)} FROM PUBLIC, CURRENT_USER`,
  `CREATE TRIGGER payloom_no_change BEFORE UPDATE OR DELETE ON ${table}
   FOR EACH ROW EXECUTE FUNCTION ${schema}.refuse_change()`,
  `CREATE TRIGGER payloom_no_truncate BEFORE TRUNCATE ON ${table}
   FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.refuse_change()`
]

/**
 * Returns statements that let an update through if it only erases texts of some fields. It may set
 * the version and the document, and the trigger compares the documents.
 */
export const erasureGuards = (
  schema: string,
  table: string,
  erasable: ReadonlyArray<string>
): ReadonlyArray<string> => [
  `CREATE OR REPLACE FUNCTION ${schema}.erases_only(
     before jsonb, after jsonb, keys text[], inside boolean)
   RETURNS boolean LANGUAGE plpgsql IMMUTABLE AS $$
   BEGIN
     IF before = after THEN RETURN true; END IF;
     IF jsonb_typeof(before) <> jsonb_typeof(after) THEN RETURN false; END IF;
     IF inside AND after IN ('"[erased]"', '{}', '[]') THEN RETURN true; END IF;
     IF jsonb_typeof(before) = 'object' THEN
       RETURN NOT EXISTS (SELECT 1 FROM jsonb_object_keys(after) AS name WHERE NOT before ? name)
         AND NOT EXISTS (SELECT 1 FROM jsonb_each(before) AS field
           WHERE NOT after ? field.key OR NOT ${schema}.erases_only(
             field.value, after -> field.key, keys, inside OR field.key = ANY (keys)));
     END IF;
     IF jsonb_typeof(before) = 'array' AND jsonb_array_length(before) = jsonb_array_length(after)
     THEN
       RETURN NOT EXISTS (
         SELECT 1 FROM generate_series(0, jsonb_array_length(before) - 1) AS place
         WHERE NOT ${schema}.erases_only(before -> place, after -> place, keys, inside));
     END IF;
     RETURN false;
   END $$`,
  `CREATE OR REPLACE FUNCTION ${schema}.refuse_change_but_erasure()
   RETURNS trigger LANGUAGE plpgsql AS $$
   BEGIN
     IF TG_OP = 'UPDATE' AND to_jsonb(OLD) - 'doc' - 'version' = to_jsonb(NEW) - 'doc' - 'version'
       AND ${schema}.erases_only(OLD.doc::jsonb, NEW.doc::jsonb, TG_ARGV::text[], false)
     THEN RETURN NEW; END IF;
     RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
   END $$`,
  `DROP TRIGGER IF EXISTS payloom_no_change ON ${table}`,
  `CREATE TRIGGER payloom_no_change BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW
   EXECUTE FUNCTION ${schema}.refuse_change_but_erasure(${erasable.map((key) => `'${key}'`)})`,
  `GRANT UPDATE (version, doc) ON ${table} TO CURRENT_USER`
]

/** The permissions that nobody has on an append-only table, not even its owner. */
const refusedOn = (table: string): string => `UPDATE, DELETE, TRUNCATE ON ${table}`
