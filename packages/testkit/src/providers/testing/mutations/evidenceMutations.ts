import type { DisputeEvidence, EvidenceForm, EvidenceForms, EvidenceOutcome } from "@payloom/core"
import { Effect } from "effect"
import type { Break, Mutations } from "./Mutation.ts"

/** Replaces parts of the connector's evidence. */
const taking =
  (change: (evidence: DisputeEvidence) => Partial<DisputeEvidence>): Break =>
  ({ evidence }) =>
    evidence === undefined ? {} : { evidence: { ...evidence, ...change(evidence) } }

const showing = (change: (forms: EvidenceForms) => EvidenceForms): Break =>
  taking(({ forms }) => ({ forms: (dispute) => Effect.map(forms(dispute), change) }))

const forming = (change: (forms: ReadonlyArray<EvidenceForm>) => ReadonlyArray<EvidenceForm>) =>
  showing((found) => (found._tag === "Found" ? { ...found, forms: change(found.forms) } : found))

const fieldsOf = (change: (fields: EvidenceForm["fields"]) => EvidenceForm["fields"]): Break =>
  forming((forms) => forms.map((form) => ({ ...form, fields: change(form.fields) })))

const answering = (change: (outcome: EvidenceOutcome) => EvidenceOutcome): Break =>
  taking(({ submit }) => ({ submit: (request) => Effect.map(submit(request), change) }))

/** Replaces submissions by an answer without one. */
const only = (outcome: EvidenceOutcome): Break =>
  taking(() => ({ submit: () => Effect.succeed(outcome) }))

/** Answers a repeated submission otherwise. */
const repeating = (outcome: EvidenceOutcome): Break =>
  taking(({ submit }) => {
    let sent = 0
    return {
      submit: (request) => {
        sent += 1
        return sent === 1 ? submit(request) : Effect.succeed(outcome)
      }
    }
  })

const unknown: EvidenceOutcome = { _tag: "Unknown", reason: "no answer" }

const closed: EvidenceForms = { _tag: "Closed" }

/** Connectors that break the rules of evidence. */
export const evidenceMutations: Mutations = {
  "a dispute has a form for each reason, whose fields have names and labels": [
    { breaks: forming(() => []), says: /has no form/ },
    { breaks: forming((forms) => [...forms, ...forms]), says: /a second reason/ },
    { breaks: fieldsOf(() => []), says: /has no fields/ },
    { breaks: fieldsOf((fields) => [...fields, ...fields]), says: /a second field/ },
    {
      breaks: fieldsOf((fields) => fields.map((field) => ({ ...field, label: "" }))),
      says: /has no name or label/
    },
    { breaks: showing(() => closed), says: /answered .*Closed/ }
  ],
  "a decided dispute takes no evidence": [
    {
      breaks: showing((found) => (found._tag === "Closed" ? { _tag: "Found", forms: [] } : found)),
      says: /Expected: Closed/
    },
    {
      breaks: answering((outcome) =>
        outcome._tag === "Refused" ? { _tag: "Submitted" } : outcome
      ),
      says: /Expected: Refused/
    }
  ],
  "evidence is submitted once, however often it is sent": [
    {
      breaks: answering((outcome) => (outcome._tag === "Submitted" ? { _tag: "Stored" } : outcome)),
      says: /Expected: Submitted/
    },
    { breaks: only({ _tag: "Submitted" }), says: /submitted 0 times/ },
    { breaks: repeating(unknown), says: /Expected: Submitted or Refused/ }
  ],
  "evidence that is not final is stored, and may be submitted later": [
    {
      breaks: taking(({ submit }) => ({
        submit: (request) => submit({ ...request, isFinal: true })
      })),
      says: /Expected: Stored/
    },
    {
      breaks: answering((outcome) => (outcome._tag === "Stored" ? { _tag: "Submitted" } : outcome))
    }
  ],
  "evidence whose answer is lost is Unknown, and is submitted once if it is repeated": [
    {
      breaks: taking(({ submit }) => ({
        submit: (request) =>
          Effect.catchCause(submit(request), () => Effect.succeed({ _tag: "Submitted" } as const))
      })),
      says: /Expected: Unknown/
    },
    { breaks: only(unknown), says: /submitted 0 times/ }
  ]
}
