/** The countries of ISO 3166-1 by their alpha-2 codes. No browser lists them. */
const codes =
  "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCL" +
  "CMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGU" +
  "GWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMC" +
  "MDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPT" +
  "PWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUA" +
  "UGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW"

/** Returns the options of a country field in a locale, sorted by name. All countries by default. */
export const countriesIn = (
  locale: string,
  among: ReadonlyArray<string> = codes.match(/../g) ?? []
): ReadonlyArray<{ readonly code: string; readonly name: string }> => {
  const names = new Intl.DisplayNames(locale, { type: "region" })
  return among
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .toSorted((one, other) => one.name.localeCompare(other.name, locale))
}
