/** The most characters of a subject, so that a log shows it whole. */
const maxLength = 72

/** One or more areas: lower-case words, or paths of them. */
const form = /^[a-z0-9]+(?:(?:[/-]|, )[a-z0-9]+)*: (.+)$/

const wordSet = (...lines: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(" ")))

/** Words that begin a statement or a clause. A subject begins with a verb. */
const noVerbs = wordSet(
  "a all an another any both each every he how it its neither no nobody none nothing one only",
  "other our she some somebody that the their there these they this those three two we what",
  "whatever when where whether which who whoever whose why you your after as at before by for",
  "from if in into more most not now of on since so than to until while with without"
)

/** Verbs that end as the past, the participle or the third person of others do. */
const verbs = wordSet(
  "embed exceed feed heed need proceed seed shed shred speed bring ping ring string",
  "access address alias assess bias bypass compress cross discuss dismiss express focus guess",
  "pass possess press process stress suppress"
)

/** Irregular past forms. Forms that are also imperatives, such as "put", are left out. */
const past = wordSet(
  "began broke built came did drew found gave got grew had held kept left lost made met ran said",
  "sent sold spent stood taught thought told took went were wrote"
)

const isImperative = (word: string): boolean =>
  verbs.has(word) || !(noVerbs.has(word) || past.has(word) || /(?:ed|ing|s)$/.test(word))

/** Returns what is wrong with the subject of a commit, a sentence each. */
export const mistakesIn = (subject: string): ReadonlyArray<string> => {
  const [, summary] = form.exec(subject) ?? []
  const [word = ""] = summary?.split(" ") ?? []
  return [
    ...(subject.length > maxLength
      ? [`It has ${subject.length} characters: at most ${maxLength}.`]
      : []),
    ...(summary === undefined ? ['It is not of the form "area: imperative subject".'] : []),
    ...(word !== "" && !/^[a-z]/.test(word)
      ? [`"${word}" does not begin with a small letter.`]
      : []),
    ...(word !== "" && !isImperative(word.toLowerCase())
      ? [`"${word}" is no imperative: begin with what the commit does, such as "add".`]
      : []),
    ...(subject.endsWith(".") ? ["It ends with a full stop."] : [])
  ]
}
