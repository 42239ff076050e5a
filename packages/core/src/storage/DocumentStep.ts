import { Option, type Schema } from "effect"
import { TaggedError } from "../values/TaggedError.ts"

/** A row as it is stored: JSON, with amounts as texts of digits. */
export type StoredDocument = Readonly<Record<string, Schema.Json>>

/**
 * Makes a document of one version one of the next. Pure, and no slower than reading is; the id
 * stays. What an index or a unique key goes by is filled in anew when a file of an older version is
 * opened.
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

/** The newest form of what was stored. Throws `NewerDocument`. */
export const broughtUpToDate = (stored: unknown, { name, steps }: DocumentVersions): unknown => {
  if (!Array.isArray(stored) && steps.length === 0) return stored
  const [version, document]: [number, StoredDocument] = Array.isArray(stored)
    ? [Number(stored[0]), stored[1]]
    : [1, stored as StoredDocument]
  const known = steps.length + 1
  const since = version > known ? Option.none() : Option.some(steps.slice(version - 1))
  // A defect of the deployment, told by a name that adapters know.
  return Option.getOrThrowWith(
    since,
    () => new NewerDocument({ collection: name, version, known })
  ).reduce((older, step) => step(older), document)
}
