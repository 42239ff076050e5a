import { connect, type Socket } from "node:net"

/** Connects to a server, by its URL. Errors of the connection are ignored. */
export const connection = (url: string): Socket => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1")
  return socket.on("error", () => undefined)
}

/**
 * Sends a text over a new connection, and `then` after the first bytes came. Returns all that came
 * until the server closed the connection.
 */
export const exchange = (url: string, text: string, then = ""): Promise<string> =>
  new Promise((resolve) => {
    const socket = connection(url)
    let answer = ""
    socket.on("data", (chunk) => {
      answer += chunk.toString()
    })
    socket.once("data", () => socket.write(then))
    socket.on("close", () => resolve(answer))
    socket.write(text)
  })

/** Returns the first line and the headers of a request. */
export const headOf = (line: string, ...headers: ReadonlyArray<string>): string =>
  [`${line} HTTP/1.1`, ...headers, "", ""].join("\r\n")

/** Returns the statuses of the answers in the bytes of a connection. */
export const statusesIn = (answers: string): ReadonlyArray<number> =>
  [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
