/** The texts of people in a scene. */
export interface SceneTexts {
  readonly shop: string
  /** The names of the merchant accounts. */
  readonly accounts: ReadonlyArray<string>
  /** The names of two people in the console. */
  readonly people: readonly [string, string]
  /** The name of a customer, an account, a plan or a person, at most 255 characters. */
  readonly name: (nth: number) => string
  /** A description, a reason or a note. */
  readonly line: (nth: number) => string
}

const names = [
  "Ada Lovelace",
  "يوسف الخوارزمي",
  "Zoë Brandtner-Hölzl von der Aue",
  "Ольга Ладыженская",
  "Kiran Deshpande",
  "נועה בן־דוד",
  "Ελένη Γλύκατζη",
  "Lea Martin"
]

const lines = ["Two books", "A kilo of coffee", "Order 4711", "Asked by phone", "Wrong size"]

const nthOf =
  (texts: ReadonlyArray<string>) =>
  (nth: number): string =>
    texts[nth % texts.length] ?? ""

/** Texts as a shop has them. */
export const usualTexts: SceneTexts = {
  shop: "Bean & Co",
  accounts: ["Main acquirer", "Second acquirer", "Cards from Asia"],
  people: ["Grace Hopper", "Ada Byron"],
  name: nthOf(names),
  line: nthOf(lines)
}

/** Names that would change a page that took them for something else than text. */
const oddNames: ReadonlyArray<string> = [
  "W".repeat(255),
  `<img src=x onerror="document.title='x'"><script>document.title='x'</script>`,
  "مرحبا (مؤسسة) 12:30 – يوسف ".repeat(8).slice(0, 255),
  "שלום \u202Egnp.exe\u202C עולם",
  "ที่นี่ไม่มีช่องว่าง".repeat(12).slice(0, 255),
  "क्षत्रिय श्रीकृष्ण ".repeat(12).slice(0, 255),
  "名前".repeat(127),
  "👩‍👩‍👧‍👦🏴‍☠️🇦🇶".repeat(11),
  "Z\u0310\u032B\u0321\u0334\u0358a\u0310\u0489\u0489lgo \u200B\u200D\u2060".repeat(12),
  "'; DROP TABLE payments; -- {{7*7}} %s %n &lt;b&gt;",
  "\u2067ltr \u2066rtl never closed \u202E\u202D",
  '=HYPERLINK("javascript:alert(1)")'
]

/** Texts of every script and length, and texts that would be code. */
export const oddTexts: SceneTexts = {
  shop: oddNames[7] ?? "",
  accounts: oddNames.slice(0, 3),
  people: [oddNames[3] ?? "", oddNames[1] ?? ""],
  name: nthOf(oddNames),
  line: nthOf(oddNames)
}
