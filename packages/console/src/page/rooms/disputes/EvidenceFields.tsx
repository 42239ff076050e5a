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
  const types = field.types ?? ["application/pdf", "image/jpeg", "image/png"]
  const own = file === null ? null : problemOf(file, types, field.mostBytes ?? mostBytes)
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
          accept={types.join(",")}
          aria-invalid={complaint !== null || own !== null}
          aria-describedby={`${id}-complaint`}
          onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
        />
        {file === null ? null : (
          <button type="button" onClick={leaveOut} aria-label={`Leave out ${field.label}`}>
            Leave out
          </button>
        )}
      </div>
      <span id={`${id}-complaint`} class="complaint">
        {own ?? complaint}
      </span>
    </div>
  )
}

const mostBytes = 5_000_000

const problemOf = (file: File, types: ReadonlyArray<string>, most: number): string | null => {
  if (!types.includes(file.type)) return "Choose a PDF, a JPEG or a PNG."
  return file.size > most ? `The file may have at most ${most / 1_000_000} MB.` : null
}

const labelOf = ({ label, isRequired, isStored }: Field): string =>
  isStored ? `${label} (stored before)` : isRequired ? `${label} (required)` : label
