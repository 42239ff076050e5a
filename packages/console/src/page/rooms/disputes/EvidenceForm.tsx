import { useState } from "preact/hooks"
import type {
  EvidenceView,
  GivenEvidence,
  GivenFile
} from "../../../rooms/disputes/EvidenceView.ts"
import type { Wire } from "../../../Wire.ts"
import { useAct } from "../../frame/useAct.ts"
import { ReasonField } from "../../parts/ActEnd.tsx"
import { Select } from "../../parts/Fields.tsx"
import { Radios } from "../../parts/Radios.tsx"
import { toast } from "../../parts/Toast.tsx"
import { EvidenceFileField, EvidenceTextField, takesFile } from "./EvidenceFields.tsx"
import { evidenceGroups, mainGroup } from "./evidenceGroups.ts"

interface EvidenceFormProps {
  readonly dispute: string
  readonly forms: Wire<EvidenceView>["forms"]
  readonly onDone: () => void
}

type End = "final" | "stored"

/** The form of evidence: the reason, texts, files, and what submitting them does. */
export const EvidenceForm = ({ dispute, forms, onDone }: EvidenceFormProps) => {
  const [reason, setReason] = useState(forms[0]?.reason ?? "")
  const [given, setGiven] = useState<Given>({ texts: {}, files: {} })
  const [end, setEnd] = useState<End>("final")
  const [why, setWhy] = useState("")
  const [isReading, setReading] = useState(false)
  const { isBusy, error, send } = useAct<unknown>({
    name: "disputes.submitEvidence",
    done: end === "final" ? "The evidence is submitted." : "The evidence is stored.",
    onDone
  })
  const form = forms.find((each) => each.reason === reason) ?? forms[0]
  if (form === undefined) return null
  const { texts, files } = givenIn(form, given)
  const isTaken = form.fields.every((field) => {
    const file = given.files[field.name]
    return file === undefined || takesFile(field, file)
  })
  const isReady = texts.length + files.length > 0 && isTaken
  const isWorking = isBusy || isReading
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!isReady || isWorking) return
    setReading(true)
    const read = await Promise.all(files.map(readFile)).catch(() => null)
    setReading(false)
    if (read === null) return toast("A file can't be read. Choose it again.")
    const input: GivenEvidence = {
      reason: form.reason,
      texts: Object.fromEntries(texts),
      files: read,
      isFinal: end === "final"
    }
    send(dispute, input, why.trim())
  }
  return (
    <form class="form" onSubmit={(event) => void submit(event)}>
      {forms.length > 1 ? (
        <Select
          label="Reason of the defense"
          value={form.reason}
          choices={forms.map(({ reason: code, label = code }) => [code, label] as const)}
          onChange={setReason}
        />
      ) : null}
      <Fields form={form} given={given} complaints={error?.fields ?? {}} onGiven={setGiven} />
      <Radios legend="When" value={end} choices={ends} onChange={setEnd} />
      <ReasonField reason={why} onReason={setWhy} />
      <p class="preview" aria-live="polite">
        {previewOf(end, texts.length, files.length)}
      </p>
      {error === null ? null : (
        <p class="complaint" role="alert">
          {error.message}
        </p>
      )}
      <div class="buttons end">
        <button type="submit" class="main" disabled={!isReady} aria-disabled={isWorking}>
          {isWorking ? "Working…" : end === "final" ? "Submit evidence" : "Store evidence"}
        </button>
      </div>
    </form>
  )
}

type Form = EvidenceFormProps["forms"][number]

/** The texts and files that the person gave, by their fields. */
interface Given {
  readonly texts: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, File>>
}

const ends: ReadonlyArray<readonly [End, string]> = [
  ["final", "Submit it to the bank now"],
  ["stored", "Store it at the provider only"]
]

/** Returns the texts and files of a form. Fields of other forms are kept, and not sent. */
const givenIn = ({ fields }: Form, { texts, files }: Given) => {
  const names = new Set(fields.map(({ name }) => name))
  return {
    texts: Object.entries(texts).filter(([name, text]) => names.has(name) && text.trim() !== ""),
    files: Object.entries(files).filter(([name]) => names.has(name))
  }
}

interface FieldsProps {
  readonly form: Form
  readonly given: Given
  readonly complaints: Readonly<Record<string, string>>
  readonly onGiven: (given: Given) => void
}

const Fields = ({ form, given, complaints, onGiven }: FieldsProps) =>
  evidenceGroups(form.fields).map(({ title, fields }) => {
    const shown = fields.map((field) => (
      <Field key={field.name} {...{ field, given, complaints, onGiven }} />
    ))
    if (title === "") return shown
    const needs = fields.some(
      ({ name, isRequired }) =>
        isRequired || `texts.${name}` in complaints || `files.${name}` in complaints
    )
    return (
      <details key={title} class="evidence-group" open={needs || title === mainGroup}>
        <summary>
          {title} <span class="soft">{filledOf(fields, given)}</span>
        </summary>
        {shown}
      </details>
    )
  })

/** Says how many fields of a group have something. */
const filledOf = (fields: ReadonlyArray<Form["fields"][number]>, given: Given): string => {
  const filled = fields.filter(
    ({ name, isStored }) =>
      isStored || given.files[name] !== undefined || (given.texts[name] ?? "").trim() !== ""
  )
  return `${filled.length} of ${fields.length} filled in`
}

const Field = ({
  field,
  given: { texts, files },
  complaints,
  onGiven
}: Omit<FieldsProps, "form"> & { readonly field: Form["fields"][number] }) =>
  field.kind === "text" ? (
    <EvidenceTextField
      field={field}
      text={texts[field.name] ?? ""}
      complaint={complaints[`texts.${field.name}`] ?? null}
      onText={(text) => onGiven({ files, texts: { ...texts, [field.name]: text } })}
    />
  ) : (
    <EvidenceFileField
      field={field}
      file={files[field.name] ?? null}
      complaint={complaints[`files.${field.name}`] ?? null}
      onFile={(file) => {
        const { [field.name]: _, ...others } = files
        const chosen = file === null ? {} : { [field.name]: file }
        onGiven({ texts, files: { ...others, ...chosen } })
      }}
    />
  )

/** Says what the button will do. */
const previewOf = (end: End, texts: number, files: number): string => {
  if (texts + files === 0) return "Fill in a text or choose a file to see what will happen."
  const what = [counted(texts, "text"), counted(files, "file")].filter((part) => part !== "")
  const given = what.join(" and ")
  return end === "final"
    ? `Sends ${given} to the bank. Banks usually take one submission, so nothing can be added.`
    : `Sends ${given} to the provider. The bank gets nothing until you submit it.`
}

const counted = (number: number, noun: string): string =>
  number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`

const readFile = ([field, file]: readonly [string, File]): Promise<GivenFile> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error)
    reader.onload = () => {
      const [, data = ""] = String(reader.result).split(",", 2)
      resolve({ field, name: file.name, type: file.type, data })
    }
    reader.readAsDataURL(file)
  })
