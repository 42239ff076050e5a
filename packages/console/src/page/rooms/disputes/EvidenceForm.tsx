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
import { EvidenceFileField, EvidenceTextField } from "./EvidenceFields.tsx"

interface EvidenceFormProps {
  readonly dispute: string
  readonly forms: Wire<EvidenceView>["forms"]
  readonly onDone: () => void
}

type End = "final" | "stored"

/** The form of evidence: the reason, texts, files, and what submitting them does. */
export const EvidenceForm = ({ dispute, forms, onDone }: EvidenceFormProps) => {
  const [reason, setReason] = useState(forms[0]?.reason ?? "")
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [files, setFiles] = useState<Readonly<Record<string, File>>>({})
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
  const names = new Set(form.fields.map(({ name }) => name))
  const chosen = Object.entries(files).filter(([name]) => names.has(name))
  const filled = Object.entries(texts).filter(([name, text]) => names.has(name) && text.trim())
  const isReady = chosen.length + filled.length > 0 && !isBusy && !isReading
  const submit = async () => {
    setReading(true)
    const read = await Promise.all(chosen.map(readFile))
    const input: GivenEvidence = {
      reason: form.reason,
      texts: Object.fromEntries(filled),
      files: read,
      isFinal: end === "final"
    }
    setReading(false)
    send(dispute, input, why.trim())
  }
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void submit()
      }}
    >
      {forms.length > 1 ? (
        <Select
          label="Reason of the defense"
          value={form.reason}
          choices={forms.map(({ reason: code, label = code }) => [code, label] as const)}
          onChange={setReason}
        />
      ) : null}
      {form.fields.map((field) =>
        field.kind === "text" ? (
          <EvidenceTextField
            key={field.name}
            field={field}
            text={texts[field.name] ?? ""}
            complaint={error?.fields[`texts.${field.name}`] ?? null}
            onText={(text) => setTexts({ ...texts, [field.name]: text })}
          />
        ) : (
          <EvidenceFileField
            key={field.name}
            field={field}
            file={files[field.name] ?? null}
            complaint={error?.fields[`files.${field.name}`] ?? null}
            onFile={(file) => {
              const { [field.name]: _, ...others } = files
              setFiles(file === null ? others : { ...others, [field.name]: file })
            }}
          />
        )
      )}
      <Radios
        legend="When"
        value={end}
        choices={[
          ["final", "Submit it to the bank now"],
          ["stored", "Store it at the provider only"]
        ]}
        onChange={setEnd}
      />
      <ReasonField reason={why} onReason={setWhy} />
      <p class="preview" aria-live="polite">
        {previewOf(end, filled.length, chosen.length)}
      </p>
      {error === null ? null : (
        <p class="complaint" role="alert">
          {error.message}
        </p>
      )}
      <div class="buttons end">
        <button type="submit" class="main" disabled={!isReady}>
          {isBusy || isReading
            ? "Working…"
            : end === "final"
              ? "Submit evidence"
              : "Store evidence"}
        </button>
      </div>
    </form>
  )
}

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
