import { parseArgs } from "node:util"
import { root } from "../workspace.ts"
import { isWithin } from "./isWithin.ts"
import { type Linted, lint } from "./lint.ts"
import type { Prose } from "./Prose.ts"
import { readComments, readDocstrings, readDocuments } from "./readProse.ts"
import { complaintLines, summary } from "./report.ts"
import { sample } from "./sample.ts"
import { textlintRules } from "./textlintRules.ts"

const usage = `npm run prose                       counts of complaints, and the worst files
npm run prose -- <path>…            all complaints about files and folders
npm run prose -- --check            fails if there are complaints
npm run prose -- --sample 60 --seed monday
                                    60 sentences of documents and docstrings at random
`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: "boolean" },
    sample: { type: "string" },
    seed: { type: "string", default: "" },
    help: { type: "boolean" }
  }
})

const print = (lines: ReadonlyArray<string>): void => {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""))
}

const lintAll = async (texts: ReadonlyArray<Prose>): Promise<ReadonlyArray<Linted>> => {
  const linted: Array<Linted> = []
  for (const text of texts) linted.push(await lint(text))
  return linted
}

const all = (): ReadonlyArray<Prose> => [...readDocuments(root), ...readComments(root)]

/** Paths as a shell completes them. */
const places = positionals.map((path) => path.replace(/^\.\/|\/$/g, ""))

if (values.help) {
  process.stdout.write(usage)
} else if (values.sample !== undefined) {
  const texts = [...readDocuments(root), ...readDocstrings(root)]
  print(sample(await lintAll(texts), Number(values.sample), values.seed))
} else if (values.check) {
  const complaints = complaintLines(await lintAll(all()))
  print(complaints)
  process.exitCode = complaints.length === 0 ? 0 : 1
} else if (places.length > 0) {
  const chosen = all().filter(({ path }) => places.some((place) => isWithin(path, place)))
  const complaints = complaintLines(await lintAll(chosen))
  print([...complaints, `${complaints.length} complaints about ${chosen.length} files.`])
} else {
  const rules = textlintRules().map(({ ruleId }) => ruleId)
  print(summary(await lintAll(all()), rules))
}
