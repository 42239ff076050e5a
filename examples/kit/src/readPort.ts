import { parseArgs } from "node:util"
import { freePort } from "./freePort.ts"

/** The port that `--port` or PORT names; any free one for 0. */
export const readPort = async (usual: number): Promise<number> => {
  const { values } = parseArgs({ options: { port: { type: "string" } } })
  const port = Number(values.port ?? process.env.PORT ?? usual)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error("--port takes a number from 0 to 65535.")
  }
  return port === 0 ? freePort("127.0.0.1") : port
}
