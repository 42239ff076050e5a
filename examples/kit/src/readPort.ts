import { parseArgs } from "node:util"
import { freePort } from "./freePort.ts"
import { StartRefused } from "./StartRefused.ts"

/** The port that `--port` or PORT names; any free one for 0. */
export const readPort = async (usual: number): Promise<number> => {
  const port = Number(portNamed() ?? process.env.PORT ?? usual)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartRefused("--port takes a number from 0 to 65535.", 2)
  }
  return port === 0 ? freePort("127.0.0.1") : port
}

const portNamed = (): string | undefined => {
  try {
    return parseArgs({ options: { port: { type: "string" } } }).values.port
  } catch {
    throw new StartRefused("The one option is --port, with a number from 0 to 65535.", 2)
  }
}
