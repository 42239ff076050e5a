import { EventEmitter } from "node:events"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { temporaryFolder } from "../testing/temporaryFolder.ts"
import { render } from "./render.ts"
import { writeWholeFile } from "./writeWholeFile.ts"

const folder = temporaryFolder()

/** A reader that takes one text, and reads on when `read` is called. */
class SlowReader extends EventEmitter {
  text = ""
  write(part: string): boolean {
    this.text += part
    return false
  }
  read() {
    this.emit("drain")
  }
}

const turn = () => new Promise<void>((resume) => setImmediate(resume))

/** Pieces that count how many of them were made. */
const countedPieces = (count: number) => {
  const counted = { made: 0 }
  async function* pieces(): AsyncGenerator<string, void> {
    for (let nth = 0; nth < count; nth++) {
      counted.made += 1
      yield `${nth},"é😀"\r\n`
    }
  }
  return { counted, pieces: pieces() }
}

const whole = `0,"é😀"\r\n1,"é😀"\r\n2,"é😀"\r\n`

const printing = (
  stdout: SlowReader,
  pieces: AsyncIterable<string>,
  { json = false, signal }: { json?: boolean; signal?: AbortSignal } = {}
) => {
  const terminal = { stdout, stderr: stdout, input: null, env: {}, cwd: folder }
  return render({ kind: "pieces", pieces, jsonName: "csv" }, terminal, json, signal)
}

describe("printed pieces", () => {
  it("are made one by one, as fast as the reader reads", async () => {
    const stdout = new SlowReader()
    const { counted, pieces } = countedPieces(3)
    const printed = printing(stdout, pieces)
    for (const made of [1, 2, 3]) {
      await turn()
      await turn()
      expect(counted.made).toBe(made)
      stdout.read()
    }
    expect(await printed).toBe(0)
    expect(stdout.text).toBe(whole)
  })

  it("leave no listeners on the signal and the stream", async () => {
    const stdout = new SlowReader()
    const { signal } = new AbortController()
    let heard = 0
    const own = { add: signal.addEventListener, remove: signal.removeEventListener }
    signal.addEventListener = (...given: Parameters<typeof own.add>) => {
      heard += 1
      own.add.apply(signal, given)
    }
    signal.removeEventListener = (...given: Parameters<typeof own.remove>) => {
      heard -= 1
      own.remove.apply(signal, given)
    }
    const printed = printing(stdout, countedPieces(50).pieces, { signal })
    const reading = setInterval(() => stdout.read(), 0)
    await printed
    clearInterval(reading)
    expect([heard, stdout.listenerCount("drain")]).toEqual([0, 0])
  })

  it("are not waited for by a reader that reads no more, once they are interrupted", async () => {
    const stdout = new SlowReader()
    const interrupt = new AbortController()
    const printed = printing(stdout, countedPieces(3).pieces, { signal: interrupt.signal })
    await turn()
    interrupt.abort()
    expect(await printed).toBe(0)
  })

  it("are one text of a JSON document, which also ends if they fail", async () => {
    async function* failing(): AsyncGenerator<string, void> {
      yield "a\r\n"
      throw new Error("no more")
    }
    const [stdout, broken] = [new SlowReader(), new SlowReader()]
    const reading = setInterval(() => [stdout, broken].map((each) => each.read()), 0)
    await printing(stdout, countedPieces(3).pieces, { json: true })
    await expect(printing(broken, failing(), { json: true })).rejects.toThrow("no more")
    clearInterval(reading)
    expect(JSON.parse(stdout.text)).toEqual({ csv: whole })
    expect(JSON.parse(broken.text)).toEqual({ csv: "a\r\n" })
  })
})

describe("a file of pieces", () => {
  it("gets its name when it is whole", async () => {
    const file = join(folder, "whole.csv")
    const { pieces } = countedPieces(3)
    async function* watched(): AsyncGenerator<string, void> {
      for await (const piece of pieces) {
        expect(readdirSync(folder)).not.toContain("whole.csv")
        yield piece
      }
    }
    expect(await writeWholeFile(file, watched())).toBe(Buffer.byteLength(whole))
    expect(readFileSync(file, "utf8")).toBe(whole)
    expect(readdirSync(folder)).toEqual(["whole.csv"])
  })

  it("is not left if it is interrupted or fails", async () => {
    const interrupt = new AbortController()
    async function* interrupted(): AsyncGenerator<string, void> {
      yield "1\r\n"
      interrupt.abort()
      yield "2\r\n"
    }
    async function* failing(): AsyncGenerator<string, void> {
      yield "1\r\n"
      throw new Error("no more")
    }
    const before = readdirSync(folder)
    const file = join(folder, "part.csv")
    expect(await writeWholeFile(file, interrupted(), interrupt.signal)).toBeNull()
    await expect(writeWholeFile(file, failing())).rejects.toThrow("no more")
    expect(readdirSync(folder)).toEqual(before)
  })

  it("replaces no file", async () => {
    const file = join(folder, "mine.csv")
    writeFileSync(file, "mine")
    const { counted, pieces } = countedPieces(3)
    await expect(writeWholeFile(file, pieces)).rejects.toThrow("choose another file")
    expect([readFileSync(file, "utf8"), counted.made]).toEqual(["mine", 0])
  })
})
