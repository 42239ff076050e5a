import { type PrismLibrary, PrismUnavailable, workerLibrary } from "@payloom/provider-prism"

/** Loads the library before the first charge needs it. Rejects if it can't be loaded. */
export const loadedLibrary = async (from: string): Promise<PrismLibrary> => {
  const library = workerLibrary(from)
  const empty = { message: {}, config: {}, processor: "checkout", environment: "test" } as const
  // The library rejects the empty request, and is loaded then.
  await library.request({ flow: "authorize", ...empty }).catch((failure: unknown) => {
    if (failure instanceof PrismUnavailable) throw failure
  })
  return library
}
