import { postgresProxy, startReplicatedPostgres } from "@payloom/testkit/postgres"
import { onTestFinished } from "vitest"

/** Starts a server with a standby until the test is over, and a proxy that follows the primary. */
export const startFollowed = async (how?: Parameters<typeof startReplicatedPostgres>[1]) => {
  const server = await startReplicatedPostgres({}, how)
  onTestFinished(server.stop)
  const proxy = await postgresProxy(server)
  onTestFinished(proxy.stop)
  const { promote, fallBehind } = server
  return { address: proxy.address, promote, fallBehind }
}
