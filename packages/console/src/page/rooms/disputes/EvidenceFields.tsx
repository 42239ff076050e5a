import { useId, useRef } from "preact/hooks"
import type { EvidenceView } from "../../../rooms/disputes/EvidenceView.ts"
import type { Wire } from "../../../Wire.ts"

type Field = Wire<EvidenceView>["forms"][number]["fields"][number]

interface TextFieldProps {
  readonly field: Field
  readonly text: string
  readonly complaint: string | null
  readonly onText: (text: string) => void
}

/** A text of evidence. */
export const EvidenceTextField = ({ field, text, complaint, onText }: TextFieldProps) => {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{labelOf(field)}</label>
      <textarea
        id={id}
        rows={text.length > 80 ? 6 : 2}
        maxLength={field.mostCharacters ?? 150_000}
        value={text}
        aria-invalid={complaint !== null}
        aria-describedby={`${id}-complaint`}
        onInput={({ currentTarget }) => onText(currentTarget.value)}
      />
      <span id={`${id}-complaint`} class="complaint">
        {complaint}
      </span>
    </div>
  )
}

interface FileFieldProps {
  readonly field: Field
  readonly file: File | null
  readonly complaint: string | null
  readonly onFile: (file: File | null) => void
}

/** A file of evidence. It is chosen, or dragged onto the field. */
export const EvidenceFileField = ({ field, file, complaint, onFile }: FileFieldProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isTaken = file === null || takesFile(field, file)
  const problem = isTaken ? complaint : "The field doesn't take this file. Choose another one."
  const leaveOut = () => {
    if (input.current !== null) input.current.value = ""
    onFile(null)
  }
  return (
    <div class="field">
      <label for={id}>{labelOf(field)}</label>
      <div class="with-buttons">
        <input
          id={id}
          ref={input}
          class="drop"
          type="file"
          accept={(field.types ?? usualTypes).join(",")}
          aria-invalid={problem !== null}
          aria-describedby={`${id}-hint ${id}-complaint`}
          onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
        />
        {file === null ? null : (
          <button type="button" onClick={leaveOut} aria-label={`Leave out ${field.label}`}>
            Leave out
          </button>
        )}
      </div>
      <span id={`${id}-hint`} class="soft">
        {hintOf(field)}
      </span>
      <span id={`${id}-complaint`} class="complaint">
        {problem}
      </span>
    </div>
  )
}

const usualTypes: NonNullable<Field["types"]> = ["application/pdf", "image/jpeg", "image/png"]

const typeNames: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "image/jpeg": "JPEG",
  "image/png": "PNG"
}

/** The most bytes of a file that the engine takes. */
const mostBytes = 5_000_000

/** Says which files a field takes. */
const hintOf = ({ types = usualTypes, mostBytes: most = mostBytes }: Field): string => {
  const named = types.map((type) => typeNames[type] ?? type).join(", ")
  return `${named}. Up to ${Math.min(most, mostBytes) / 1_000_000} MB. Choose it, or drag it here.`
}

/** Returns true if a field takes a file. */
export const takesFile = (
  { types = usualTypes, mostBytes: most = mostBytes }: Field,
  file: File
): boolean =>
  (types as ReadonlyArray<string>).includes(file.type) &&
  file.size > 0 &&
  file.size <= Math.min(most, mostBytes)

const labelOf = ({ label, isRequired, isStored }: Field): string =>
  isStored ? `${label} (stored before)` : isRequired ? `${label} (required)` : label
