import { createInterface } from "node:readline"
import type { FlowCall, RawAnswer } from "../library/PrismLibrary.ts"
import { workerLibrary } from "../library/workerLibrary.ts"

/** A call to the child process, one a line. Without an answer the request is built. */
interface ChildCall {
  readonly id: number
  readonly call: FlowCall
  readonly answer?: RawAnswer
}

const library = workerLibrary(process.argv[2])

const answerTo = async ({ id, call, answer }: ChildCall): Promise<object> => {
  try {
    const value = await (answer === undefined ? library.request(call) : library.parse(call, answer))
    return { id, value }
  } catch (failure) {
    const { name, code, message } = Object(failure)
    return { id, error: { name, code, message } }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  void answerTo(JSON.parse(line)).then((answer) =>
    process.stdout.write(`${JSON.stringify(answer)}\n`)
  )
}
