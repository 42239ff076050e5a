import { backupSqlite } from "../backup/backupSqlite.ts"
import { restoreSqlite } from "../backup/restoreSqlite.ts"

/** Backs up or restores a file, as `backup FROM TO` and `restore FROM TO`. Tests kill it. */
const [, , verb, from = "", to = ""] = process.argv
if (verb === "restore") await restoreSqlite({ from, to })
else {
  const onProgress = () => void process.stdout.write("copying\n")
  await backupSqlite({ from, to, onProgress })
}
