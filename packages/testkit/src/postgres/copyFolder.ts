import { chown, copyFile, mkdir, readdir } from "node:fs/promises"
import { join } from "node:path"
import type { User } from "./postgresPrograms.ts"

/** Files that belong to the running server. */
const ofServer = /^(postmaster\.(pid|opts)|backup_label|\.s\.PGSQL\..*|pgsql_tmp.*)$/

/** Folders that are copied empty. */
const ofRun: ReadonlySet<string> = new Set(["pg_wal", "pg_replslot", "pg_stat_tmp", "pg_notify"])

/** Copies the data folder of a running server. Skips files that the server removes meanwhile. */
export const copyFolder = async (from: string, to: string, user: User): Promise<void> => {
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (ofServer.test(entry.name)) continue
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    try {
      if (entry.isDirectory()) {
        await mkdir(target, { mode: 0o700 })
        if (!ofRun.has(entry.name)) await copyFolder(source, target, user)
      } else await copyFile(source, target)
    } catch (error) {
      if (Object(error).code === "ENOENT") continue
      throw error
    }
    await own(target, user)
  }
}

const own = async (path: string, { uid, gid }: User): Promise<void> => {
  if (uid !== undefined) await chown(path, uid, gid ?? uid)
}
