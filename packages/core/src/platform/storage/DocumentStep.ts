import { Option, type Schema } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** A row in its stored form: JSON, with amounts as strings of digits. */
export type StoredDocument = Readonly<Record<string, Schema.Json>>

/**
 * Converts a document from one version to the next. It is pure, as fast as reading, and keeps the
 * id. When a store of an older version is opened, all its documents are read, and the columns of
 * indexes and unique keys are filled again.
 */
export type DocumentStep = (older: StoredDocument) => StoredDocument

/** A row was written by a newer release, so this release can't read it. */
export class NewerDocument extends TaggedError("NewerDocument")<{
  /** The collection's name. */
  readonly collection: string
  /** The version of the row. */
  readonly version: number
  /** The newest version that this release can read. */
  readonly known: number
}> {
  override get message(): string {
    const { collection, version, known } = this
    const row = `A row of ${collection} is of version ${version}, and this release knows ${known}`
    return `${row}: a newer release has written it.`
  }
}

/** The document versions of a collection. */
export interface DocumentVersions {
  /** The collection's name. */
  readonly name: string
  /** The steps, beginning with version 1. */
  readonly steps: ReadonlyArray<DocumentStep>
}

/** The version of written documents: one more than the number of steps. */
export const newestVersion = ({ steps }: Pick<DocumentVersions, "steps">): number =>
  steps.length + 1

/** Returns the text of a document. Version 1 is the bare document without a mark. */
export const withVersion = (document: string, version: number): string =>
  version === 1 ? document : `[${version},${document}]`

/**
 * Converts a stored document to the newest version. Throws `NewerDocument` for a newer version.
 * Throws a plain error if the stored value is not a document, or if a step returns no document. An
 * asynchronous step, for example, would otherwise store its promise as the row.
 */
export const broughtUpToDate = (stored: unknown, versions: DocumentVersions): StoredDocument => {
  const { name, steps } = versions
  const [mark, content]: ReadonlyArray<unknown> = Array.isArray(stored) ? stored : [1, stored]
  const version = held(mark, isVersion, () => `A stored row of ${name} has no version.`)
  const known = newestVersion(versions)
  if (version > known) return refused(new NewerDocument({ collection: name, version, known }))
  const document = held(content, isDocument, () => `A stored row of ${name} is not a document.`)
  // The id is read before the steps, because a step may change its input.
  const { id } = document
  return steps.slice(version - 1).reduce((older, step, at) => {
    const which = `The step of ${name} from version ${version + at} to ${version + at + 1}`
    return held(step(older), isDocumentOf(id), () => `${which} makes no document with its id.`)
  }, document)
}

const isVersion = (mark: unknown): mark is number => Number.isSafeInteger(mark) && Number(mark) > 0

const isDocument = (content: unknown): content is StoredDocument =>
  typeof content === "object" && content !== null && !Array.isArray(content)

const isDocumentOf =
  (id: unknown) =>
  (made: unknown): made is StoredDocument =>
    isDocument(made) && made.id === id

const held = <A>(
  value: unknown,
  holds: (value: unknown) => value is A,
  message: () => string
): A => (holds(value) ? value : refused(new Error(message())))

/** Throws a defect, because a damaged store or a faulty step is not the fault of a request. */
const refused = (error: Error): never => Option.getOrThrowWith(Option.none(), () => error)
