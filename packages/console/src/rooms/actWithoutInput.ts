import { Schema } from "effect"
import type { Act, ActCall } from "../Room.ts"
import { inputReader } from "./inputReader.ts"

const readNothing = inputReader(Schema.Struct({}))

/** Returns an act of operators that takes no input beside its subject. Any field is refused. */
export const actWithoutInput = (
  name: string,
  run: (merchant: ActCall["merchant"], subject: string) => Promise<unknown>
): Act => ({
  name,
  role: "operator",
  run: async ({ merchant, subject, input }) => {
    readNothing(input)
    return run(merchant, subject)
  }
})
