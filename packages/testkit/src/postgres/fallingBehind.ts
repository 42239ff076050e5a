import type { PostgresCluster } from "./PostgresCluster.ts"

/** Lets a primary answer commits of later connections before a replica has them. */
export const answerAtOnce = async (primary: PostgresCluster): Promise<void> => {
  await primary.answer("ALTER ROLE CURRENT_USER SET synchronous_commit = local")
}

/** Ends the connection of a replica to its primary, so that it gets no later commits. */
export const unfollow = async (replica: PostgresCluster): Promise<void> => {
  await replica.answer("ALTER SYSTEM SET primary_conninfo = ''")
  await replica.answer("SELECT pg_reload_conf()")
  const receivers = "SELECT count(*) FROM pg_stat_wal_receiver"
  while ((await replica.answer(receivers)) !== "0") {
    await new Promise((next) => setTimeout(next, 20))
  }
}
