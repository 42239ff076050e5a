import assert from "node:assert/strict"
import type {
  DisputeAtProvider,
  DisputeEvidence,
  EvidenceForm,
  EvidenceOutcome,
  EvidenceRequest
} from "@payloom/core"
import type { DisputesAtBackend, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { answered, charged, outcomeOf } from "./calls.ts"
import { mustBe, textOf } from "./findings.ts"

/** A connector that takes evidence, and the disputes at its provider. */
interface Taking {
  readonly harness: ProviderHarness
  readonly evidence: DisputeEvidence
  readonly disputes: DisputesAtBackend
}

/** The rules for connectors that take evidence against disputes. */
export const evidenceRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { evidence } = harness.provider
  const { disputes } = harness.backend
  if (evidence === undefined || disputes === undefined) return []
  const taking: Taking = { harness, evidence, disputes }
  return [
    ...formRules(taking),
    ...submissionRules(taking),
    ...(harness.faults.losesEvidenceAnswer === undefined ? [] : [lostRule(taking)])
  ]
}

const formRules = (taking: Taking): ReadonlyArray<ProviderRule> => [
  {
    name: "a dispute has a form for each reason, whose fields have names and labels",
    run: async () => {
      const { forms } = await open(taking)
      assert.ok(forms.length > 0, "An open dispute has no form. Expected: at least one.")
      mustDiffer(
        forms.map(({ reason }) => reason),
        "reason"
      )
      for (const { reason, fields } of forms) {
        assert.ok(fields.length > 0, `The form of ${reason} has no fields.`)
        mustDiffer(
          fields.map(({ name }) => name),
          `field of the form of ${reason}`
        )
        const unnamed = fields.find(({ name, label }) => name === "" || label === "")
        assert.ok(unnamed === undefined, `A field of the form of ${reason} has no name or label.`)
      }
    }
  },
  {
    name: "a decided dispute takes no evidence",
    run: async () => {
      const { dispute, request } = await open(taking)
      await taking.disputes.lose(dispute.providerReference)
      const forms = await answered(taking.evidence.forms(dispute), "the forms of a lost dispute")
      mustBe(forms, "the forms of a lost dispute", "Closed")
      const asked = "evidence against a lost dispute"
      mustBe(await answered(taking.evidence.submit(request), asked), asked, "Refused")
      await submitted(taking, dispute, 0)
    }
  }
]

const submissionRules = (taking: Taking): ReadonlyArray<ProviderRule> => [
  {
    name: "evidence is submitted once, however often it is sent",
    run: async () => {
      const { dispute, request } = await open(taking)
      mustBe(await send(taking, request), "evidence", "Submitted")
      await sendAgain(taking, request)
      await sendAgain(taking, request)
      await submitted(taking, dispute, 1)
    }
  },
  {
    name: "evidence that is not final is stored, and may be submitted later",
    run: async () => {
      const { dispute, request } = await open(taking)
      const draft = { ...request, isFinal: false }
      mustBe(await send(taking, draft), "evidence that is not final", "Stored")
      await submitted(taking, dispute, 0)
      mustBe(await send(taking, request), "stored evidence", "Submitted")
      await submitted(taking, dispute, 1)
    }
  }
]

const lostRule = (taking: Taking): ProviderRule => ({
  name: "evidence whose answer is lost is Unknown, and is submitted once if it is repeated",
  run: async () => {
    const { dispute, request } = await open(taking)
    await taking.harness.faults.losesEvidenceAnswer?.()
    mustBe(await send(taking, request), "evidence whose answer is lost", "Unknown")
    await submitted(taking, dispute, 1)
    await sendAgain(taking, request)
    await submitted(taking, dispute, 1)
  }
})

/** Disputes a new charge, and makes evidence for its first form. */
const open = async ({ harness, evidence, disputes }: Taking) => {
  const { request } = await charged(harness)
  const providerReference = await disputes.begin(request.reference)
  const dispute: DisputeAtProvider = { mid: harness.mid, providerReference }
  const answer = await answered(evidence.forms(dispute), "the forms of an open dispute")
  const { forms } = mustBe(answer, "the forms of an open dispute", "Found")
  const [form] = forms
  return {
    dispute,
    forms,
    request:
      form === undefined ? assert.fail("An open dispute has no form.") : filled(dispute, form)
  }
}

/** Fills in the required fields of a form, or its first field if none is required. */
const filled = (dispute: DisputeAtProvider, { reason, fields }: EvidenceForm): EvidenceRequest => {
  const required = fields.filter(({ isRequired }) => isRequired)
  const given = required.length > 0 ? required : fields.slice(0, 1)
  const texts = given.filter(({ kind }) => kind === "text")
  const files = given.filter(({ kind }) => kind === "file")
  return {
    dispute,
    reason,
    texts: Object.fromEntries(texts.map(({ name }) => [name, "It arrived."])),
    files: files.map(({ name: field, types = ["application/pdf"] }) => ({
      field,
      name: "receipt.pdf",
      type: types[0] ?? "application/pdf",
      data: new TextEncoder().encode("%PDF-1.7")
    })),
    isFinal: true
  }
}

/** Sends evidence as the engine does: a thrown error is an unknown outcome. */
const send = ({ evidence }: Taking, request: EvidenceRequest): Promise<EvidenceOutcome> =>
  outcomeOf(evidence.submit(request))

/** Sends evidence again. A provider may refuse what it has. */
const sendAgain = async (taking: Taking, request: EvidenceRequest): Promise<void> => {
  mustBe(await send(taking, request), "the same evidence again", "Submitted", "Refused")
}

const submitted = async (
  { disputes }: Taking,
  { providerReference }: DisputeAtProvider,
  times: number
): Promise<void> => {
  const found = await disputes.submissions(providerReference)
  assert.ok(
    found === times,
    `Evidence against ${providerReference} was submitted ${found} times. Expected: ${times}.`
  )
}

const mustDiffer = (names: ReadonlyArray<string>, what: string): void => {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  assert.ok(twice === undefined, `There is a second ${what} ${textOf(twice)}.`)
}
