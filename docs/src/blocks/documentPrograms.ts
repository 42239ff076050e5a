import { allFences, type Fence } from "./fences.ts"

/** A program of a document: a block that imports what it uses, and the blocks that continue it. */
export interface DocumentProgram {
  readonly path: string
  readonly line: number
  readonly text: string
  /** The lines that the program's comments say it prints. Null for a line that they don't say. */
  readonly prints: ReadonlyArray<string | null>
}

const isSandboxed = (text: string): boolean =>
  /\b(sandbox|simulation)\(/.test(text) && !/process\.env/.test(text)

const startsProgram = ({ text }: Fence): boolean => /^(\/\/ .*\n)?import /.test(text)

/** Returns the printed text that a comment such as `"succeeded": nobody was charged` says. */
const printedBy = (comment: string | undefined): string | null => {
  if (comment === undefined || comment.includes("{")) return null
  const [, quoted, plain = ""] = /^(?:"([^"]*)"|(.*?))(?:$|: )/.exec(comment.trim()) ?? []
  return quoted ?? plain
}

/** Returns the texts of the comments behind `console.log` in a program, in their order. */
const printsOf = (text: string): ReadonlyArray<string | null> =>
  [...text.matchAll(/^ *console\.log\((?:.|\n(?! *\S.*console\.log))*?\)(?: \/\/ (.*))?$/gm)].map(
    ([, comment]) => printedBy(comment)
  )

/** Returns all programs that run in the sandbox, each with the blocks that continue it. */
export const documentPrograms = (): ReadonlyArray<DocumentProgram> => {
  const programs: Array<DocumentProgram> = []
  let current: Fence | null = null
  for (const fence of allFences().filter(({ language }) => language === "ts")) {
    const continues = current !== null && current.path === fence.path && !startsProgram(fence)
    if (continues && current !== null) {
      const last = programs.pop()
      const text = `${last?.text ?? ""}\n${fence.text}`
      programs.push({ path: current.path, line: current.line, text, prints: printsOf(text) })
      continue
    }
    current = startsProgram(fence) && isSandboxed(fence.text) ? fence : null
    if (current === null) continue
    const { path, line, text } = current
    programs.push({ path, line, text, prints: printsOf(text) })
  }
  return programs
}
