import type { ProseRule } from "./ProseRule.ts"

/** Words that begin a clause as the subject, or only point at the subject. */
const words = [
  "what|whatever|who|whoever|whom|whose|whether|where|wherever",
  "that of|those of|those who|one that|one who"
].join("|")

/** Sentences that name their subject late or never. */
const opening = new RegExp(`^[^\\p{L}\\p{N}]*(${words})\\b`, "iu")

const isQuestion = (text: string): boolean => /\?[^\p{L}\p{N}]*$/u.test(text)

/** The rule that the measure counts: the subject comes first. */
export const openings: ProseRule = {
  id: "opening",
  find: ({ text, place }) => {
    const [, begins] = opening.exec(text) ?? []
    if (begins === undefined || place === "label" || isQuestion(text)) return []
    return [{ index: 0, what: `begins with "${begins}": begin with the thing itself` }]
  },
  wrong: [
    "What is not taken is sent again.",
    "Payments are kept. Whoever asks gets them.",
    "Whether it is open.",
    "- **Where** a key is known, nothing is sent.",
    "One that is late is dropped.",
    "Those who pay late are reminded.",
    "## What is kept",
    "| Field | Use |\n|---|---|\n| `open` | whether it can be paid |"
  ],
  right: [
    "Failed deliveries are retried. The merchant sees what was sent, and where.",
    "What does it cost? A cent.",
    "| What | Where |\n|---|---|\n| Rows | in memory |",
    "|  | Here |\n|---|---|\n| What it is | a library |",
    "`whose` is a field.",
    '"What is it" is a question.',
    "| Before | After |\n|---|---|\n| What is kept. | The rows. |",
    "One payment that failed is retried."
  ]
}
