import { Result, Schema } from "effect"
import { inputChecker } from "../../../kernel/input/decodeInput.ts"
import {
  type InputCode,
  type InputIssue,
  type InvalidInput,
  invalidInput
} from "../../../kernel/input/InvalidInput.ts"
import { isStorable } from "../../../kernel/primitives/FreeText.ts"
import { refusedAs } from "../../../kernel/primitives/RefusalCode.ts"
import {
  type EvidenceField,
  EvidenceFileType,
  type EvidenceForm,
  type EvidenceRequest
} from "../../../providers/DisputeEvidence.ts"

/** A file of evidence. */
export interface SubmitEvidenceFile {
  /** The name of its field in the form. */
  readonly field: string
  /** The name of the file, such as `receipt.pdf`: 1 to 255 characters. */
  readonly name: string
  /** `application/pdf`, `image/jpeg` or `image/png`. */
  readonly type: EvidenceFileType
  /** 1 byte to 5 MB. All files together have at most 20 MB. */
  readonly data: Uint8Array
}

/** Evidence against a dispute. Its texts and files are passed on and never stored. */
export interface SubmitEvidence {
  /** The reason of one of the dispute's forms. May be left out if there is one form. */
  readonly reason?: string
  /** The texts by the names of their fields: at most 150,000 characters in all. */
  readonly texts?: Readonly<Record<string, string>>
  /** The files, at most one of each field. */
  readonly files?: ReadonlyArray<SubmitEvidenceFile>
  /**
   * False to store the evidence at the provider without submitting it to the bank. True by default.
   * Banks usually take one submission.
   */
  readonly isFinal?: boolean
}
const shortText = Schema.String.check(
  Schema.isMinLength(1, refusedAs("parameter_invalid", "1 to 255 characters")),
  Schema.isMaxLength(255, refusedAs("parameter_invalid", "1 to 255 characters"))
)
const Bytes = Schema.declare<Uint8Array>(
  (value): value is Uint8Array => value instanceof Uint8Array,
  refusedAs("parameter_invalid", "a Uint8Array")
)
export const SubmitEvidence = Schema.Struct({
  reason: Schema.optionalKey(shortText),
  texts: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  files: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({ field: shortText, name: shortText, type: EvidenceFileType, data: Bytes })
    )
  ),
  isFinal: Schema.optionalKey(Schema.Boolean)
})

/** The most characters of all texts, and the most bytes of a file and of all files. */
export const evidenceBounds = {
  characters: 150_000,
  fileBytes: 5_000_000,
  allBytes: 20_000_000
} as const

/** Checks evidence before the provider is called for its forms. */
export const checkEvidence = inputChecker(SubmitEvidence)

/** Evidence that was checked against a form. */
export type CheckedEvidence = Omit<EvidenceRequest, "dispute">

/**
 * Checks evidence against the forms of its dispute. The refusal names each field at fault, and
 * repeats no text of the evidence. Pure.
 */
export const evidenceFor = (
  forms: ReadonlyArray<EvidenceForm>,
  { reason, texts = {}, files = [], isFinal = true }: SubmitEvidence
): Result.Result<CheckedEvidence, InvalidInput> => {
  const form = formFor(forms, reason)
  if (form === undefined) return Result.fail(refusedReason(forms, reason))
  const given = withoutEmpty(texts)
  const issues = [
    ...Object.entries(given).flatMap(([name, text]) => textIssues(form, name, text)),
    ...files.flatMap((file, at) => fileIssues(form, files, file, at)),
    ...sizeIssues(given, files),
    ...(isFinal ? missingIssues(form, given, files) : [])
  ]
  if (issues.length === 0 && files.length === 0 && Object.keys(given).length === 0) {
    issues.push(issue("texts", "Give at least one text or file.", "parameter_missing"))
  }
  const [first, ...rest] = issues
  return first === undefined
    ? Result.succeed({ reason: form.reason, texts: given, files, isFinal })
    : Result.fail(invalidInput([first, ...rest]))
}

/** Returns evidence that was sent before, as it was checked then. */
export const asSent = (
  { texts = {}, files = [], isFinal = true }: SubmitEvidence,
  reason: string
): CheckedEvidence => ({ reason, texts: withoutEmpty(texts), files, isFinal })

/** Leaves out texts that people did not fill in. */
const withoutEmpty = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ""))

const issue = (
  param: string,
  message: string,
  code: InputCode = "parameter_invalid"
): InputIssue => ({ code, param, message })

const formFor = (forms: ReadonlyArray<EvidenceForm>, reason: string | undefined) =>
  reason === undefined && forms.length === 1
    ? forms[0]
    : forms.find((form) => form.reason === reason)

const refusedReason = (
  forms: ReadonlyArray<EvidenceForm>,
  reason: string | undefined
): InvalidInput => {
  const known = forms.map((form) => form.reason).join(", ")
  return reason === undefined
    ? invalidInput([issue("reason", `reason is required: one of ${known}.`, "parameter_missing")])
    : invalidInput([issue("reason", `reason must be one of ${known}.`)])
}

const fieldOf = ({ fields }: EvidenceForm, name: string, kind: EvidenceField["kind"]) =>
  fields.find((field) => field.name === name && field.kind === kind)

const namesOf = ({ fields }: EvidenceForm, kind: EvidenceField["kind"]): string =>
  fields
    .filter((field) => field.kind === kind)
    .map(({ name }) => name)
    .join(", ") || "none"

const textIssues = (form: EvidenceForm, name: string, text: string): ReadonlyArray<InputIssue> => {
  const field = fieldOf(form, name, "text")
  if (field === undefined) {
    const known = namesOf(form, "text")
    const message = `texts has a field that the form lacks. The form's texts are: ${known}.`
    return [issue("texts", message, "parameter_unknown")]
  }
  const param = `texts.${name}`
  const { mostCharacters = evidenceBounds.characters } = field
  if (text.length > mostCharacters) {
    return [issue(param, `${param} may have at most ${mostCharacters} characters: shorten it.`)]
  }
  return isStorable(text)
    ? []
    : [issue(param, `${param} must be text without NUL and without lone surrogates.`)]
}

const megabytes = (bytes: number): string => `${bytes / 1_000_000} MB`

const fileIssues = (
  form: EvidenceForm,
  files: ReadonlyArray<SubmitEvidenceFile>,
  { field: name, name: fileName, type, data }: SubmitEvidenceFile,
  at: number
): ReadonlyArray<InputIssue> => {
  const field = fieldOf(form, name, "file")
  if (field === undefined) {
    const message = `files.${at}.field must be one of the form's files: ${namesOf(form, "file")}.`
    return [issue(`files.${at}.field`, message)]
  }
  const param = `files.${name}`
  if (files.findIndex((other) => other.field === name) !== at) {
    return [issue(param, `${param} is given twice: join the files into one.`)]
  }
  if (field.types !== undefined && !field.types.includes(type)) {
    return [issue(param, `${param} must be a file of type ${field.types.join(" or ")}.`)]
  }
  // A line break in a name could end a header of the request to the provider.
  if (/\p{Cc}/u.test(fileName) || !isStorable(fileName)) {
    return [issue(param, `${param} has a name with control characters: rename the file.`)]
  }
  if (data.length === 0) return [issue(param, `${param} is empty: choose another file.`)]
  const most = Math.min(field.mostBytes ?? evidenceBounds.fileBytes, evidenceBounds.fileBytes)
  return data.length > most
    ? [issue(param, `${param} may have at most ${megabytes(most)}: make the file smaller.`)]
    : []
}

const sizeIssues = (
  texts: Readonly<Record<string, string>>,
  files: ReadonlyArray<SubmitEvidenceFile>
): ReadonlyArray<InputIssue> => {
  const characters = Object.values(texts).reduce((sum, { length }) => sum + length, 0)
  const bytes = files.reduce((sum, { data }) => sum + data.length, 0)
  const most = evidenceBounds
  return [
    ...(characters > most.characters
      ? [issue("texts", `texts may have at most ${most.characters} characters in all.`)]
      : []),
    ...(bytes > most.allBytes
      ? [issue("files", `files may have at most ${megabytes(most.allBytes)} in all.`)]
      : [])
  ]
}

/** Returns an issue for each required field that is neither given nor stored at the provider. */
const missingIssues = (
  { fields, reason }: EvidenceForm,
  texts: Readonly<Record<string, string>>,
  files: ReadonlyArray<SubmitEvidenceFile>
): ReadonlyArray<InputIssue> =>
  fields
    .filter(({ isRequired, isStored }) => isRequired && !isStored)
    .filter(({ name, kind }) =>
      kind === "text" ? !Object.hasOwn(texts, name) : !files.some(({ field }) => field === name)
    )
    .map(({ name, kind }) => {
      const param = `${kind}s.${name}`
      return issue(param, `${param} is required for the reason ${reason}.`, "parameter_missing")
    })
