import { Option, type Schema } from "effect"
import { TaggedError } from "../../kernel/primitives/TaggedError.ts"

/** A row as it is stored: JSON, with amounts as texts of digits. */
export type StoredDocument = Readonly<Record<string, Schema.Json>>

/**
 * Makes a document of one version one of the next. Pure, and no slower than reading is; the id
 * stays. A store that goes by an older version is read through when it is opened, and what an index
 * or a unique key goes by is filled in anew.
 */
export type DocumentStep = (older: StoredDocument) => StoredDocument

/** A row was written by a newer release, and this one can't tell what it says. */
export class NewerDocument extends TaggedError("NewerDocument")<{
  /** The collection's name. */
  readonly collection: string
  /** Of the row. */
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

/** What adapters read and write a collection's documents with. */
export interface DocumentVersions {
  /** The collection's name. */
  readonly name: string
  /** From version 1 on. */
  readonly steps: ReadonlyArray<DocumentStep>
}

/** The version that is written: one more than there are steps. */
export const newestVersion = ({ steps }: Pick<DocumentVersions, "steps">): number =>
  steps.length + 1

/** The text of a document. Those of version 1 are the bare document; an older one needs no mark. */
export const withVersion = (document: string, version: number): string =>
  version === 1 ? document : `[${version},${document}]`

/**
 * The newest form of what was stored. Throws `NewerDocument`, and an error of no name where what
 * is stored is no document, or a step makes none of it: a step that is asynchronous, say, would
 * otherwise have its promise stored in the row's place.
 */
export const broughtUpToDate = (stored: unknown, versions: DocumentVersions): StoredDocument => {
  const { name, steps } = versions
  const [mark, content]: ReadonlyArray<unknown> = Array.isArray(stored) ? stored : [1, stored]
  const version = held(mark, isVersion, () => `What is stored of ${name} has no version.`)
  const known = newestVersion(versions)
  if (version > known) return refused(new NewerDocument({ collection: name, version, known }))
  const document = held(content, isDocument, () => `What is stored of ${name} is no document.`)
  // Before the steps, one of which may change what it is given.
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

/** What is wrong with a store, or with a release's steps, is no refusal of a request: a defect. */
const refused = (error: Error): never => Option.getOrThrowWith(Option.none(), () => error)
