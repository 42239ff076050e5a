import type { Packed } from "./packed.ts"
import { type StoredFile, storedFiles } from "./storedFiles.ts"

/** A file of the page. */
interface PageFile extends Packed {
  /** The file's name, which changes with its content. */
  readonly name: string
}

/** The files that the page loads. */
export interface PageFiles {
  readonly files: ReadonlyArray<PageFile>
  /** The names of the script and of the style sheet. */
  readonly script: string
  readonly style: string
}

let made: Promise<PageFiles> | undefined

/** Returns the files of the page. They are unpacked once. */
export const pageFiles = (): Promise<PageFiles> => {
  made ??= storedFiles().then(unpacked)
  return made
}

const unpacked = (stored: ReadonlyArray<StoredFile>): PageFiles => {
  const files = stored.map(({ gzip, ...file }) => ({
    ...file,
    gzip: Uint8Array.from(atob(gzip), (letter) => letter.charCodeAt(0)),
    isPermanent: true
  }))
  const named = (ending: string) => files.find(({ name }) => name.endsWith(ending))?.name ?? ""
  return { files, script: named(".js"), style: named(".css") }
}
