/** A file as a published package contains it. */
export interface StoredFile {
  readonly name: string
  readonly type: string
  readonly tag: string
  /** The bytes with gzip, in base64. */
  readonly gzip: string
}

/**
 * Returns the files of the page. The build replaces this module with one that contains them. In the
 * repository, they are bundled from their sources.
 */
export const storedFiles = async (): Promise<ReadonlyArray<StoredFile>> => {
  // Bundlers must not follow the import, because a published package has no sources to bundle.
  const { bundlePage } = await import(new URL("./bundlePage.ts", import.meta.url).href)
  return bundlePage()
}
