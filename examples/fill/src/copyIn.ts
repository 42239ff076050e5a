import type pg from "pg"
import type { StoredValues, Value } from "./rowForm.ts"

/** Rows for a `COPY`. */
export interface CopySource {
  /** The table with its columns. */
  readonly into: string
  /** The first values of each row. */
  readonly fixed: ReadonlyArray<Value>
  readonly rows: ReadonlyArray<StoredValues>
}

/** The part of the driver's connection that a `COPY` uses. */
interface Wire {
  readonly query: (text: string) => void
  readonly sendCopyFromChunk: (chunk: Buffer) => void
  readonly endCopyFrom: () => void
}

/** Writes rows with `COPY … FROM STDIN`, which the driver has no function for. */
export const copyIn = (client: pg.Client, { into, fixed, rows }: CopySource): Promise<void> =>
  new Promise((resolve, reject) => {
    let wire: Wire | null = null
    let failure: Error | null = null
    const submitted = {
      submit: (connection: unknown) => {
        wire = connection as Wire
        wire.query(`COPY ${into} FROM STDIN`)
      },
      handleCopyInResponse: () => {
        const lines = rows.map((row) => [...fixed, ...row].map(escaped).join("\t"))
        wire?.sendCopyFromChunk(Buffer.from(`${lines.join("\n")}\n`))
        wire?.endCopyFrom()
      },
      handleCommandComplete: () => undefined,
      handleError: (error: Error) => {
        failure = error
      },
      handleReadyForQuery: () => {
        if (failure === null) resolve()
        else reject(failure)
      }
    }
    client.query(submitted as unknown as pg.Submittable)
  })

const escapes: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t"
}

const escaped = (value: Value): string =>
  value === null ? "\\N" : `${value}`.replace(/[\\\n\r\t]/g, (letter) => escapes[letter] ?? letter)
