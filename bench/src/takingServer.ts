import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

// Endpoints that accept every request without reading it, each on a port of its own.
const listen = async (): Promise<number> => {
  const server = createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(204).end())
  })
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return (server.address() as AddressInfo).port
}

const ports = await Promise.all(Array.from({ length: Number(process.argv[2]) }, listen))
process.on("disconnect", () => process.exit(0))
process.send?.(ports)
