import { parseArgs } from "node:util"
import { freePort } from "./freePort.ts"
import { StartRefused } from "./StartRefused.ts"

/** Returns the port of `--port` or PORT, or any free port for 0. */
export const readPort = async (usual: number): Promise<number> => {
  const port = Number(portNamed() ?? process.env.PORT ?? usual)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new StartRefused("--port needs a number from 0 to 65535.", 2)
  }
  return port === 0 ? freePort("127.0.0.1") : port
}

const portNamed = (): string | undefined => {
  try {
    return parseArgs({ options: { port: { type: "string" } } }).values.port
  } catch {
    throw new StartRefused("The only option is --port, with a number from 0 to 65535.", 2)
  }
}
