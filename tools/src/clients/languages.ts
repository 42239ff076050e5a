import { globSync } from "node:fs"
import { delimiter, join } from "node:path"
import { goPayment, javaStandIns, pythonPayment } from "./programs.ts"

/** One command of a check, in the folder of the generated client. */
export interface Step {
  readonly command: string
  readonly args: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
}

/** A generator of clients in one language, and the commands that try its client. */
export interface Language {
  readonly name: string
  /** The name of the generator, and its options. */
  readonly generator: ReadonlyArray<string>
  /** Commands that have to succeed on this machine first. */
  readonly needs: ReadonlyArray<Step>
  /** The Debian packages that bring what is needed. */
  readonly debian: string
  /** Files to add to the client, by their paths. */
  readonly adds: Readonly<Record<string, string>>
  /** Compiles the client in its folder. */
  readonly compile: (folder: string) => ReadonlyArray<Step>
  /** Makes a payment and prints its status. Null if the client is only compiled. */
  readonly pay: ((folder: string, args: ReadonlyArray<string>) => Step) | null
}

/** Debian's packages, without other versions of Python on the path. */
const python = "/usr/bin/python3"

const pythonClient: Language = {
  name: "Python",
  generator: ["python", "--additional-properties=packageName=payloom"],
  needs: [{ command: python, args: ["-c", "import urllib3, six, certifi, dateutil"] }],
  debian: "python3-urllib3 python3-six python3-certifi python3-dateutil",
  adds: { "pay.py": pythonPayment },
  compile: () => [
    { command: python, args: ["-m", "compileall", "-q", "payloom"] },
    { command: python, args: ["-c", "import payloom.api, payloom.models"] }
  ],
  pay: (_folder, args) => ({ command: python, args: ["pay.py", ...args] })
}

/** Modules are off, because Debian's packages are found on GOPATH. */
const goEnvironment = (folder: string) => ({
  GO111MODULE: "off",
  GOPATH: [join(folder, "../.."), "/usr/share/gocode"].join(delimiter),
  GOCACHE: join(folder, "../../cache"),
  GOFLAGS: ""
})

const goClient: Language = {
  name: "Go",
  generator: ["go-experimental", "--additional-properties=packageName=payloom"],
  needs: [
    { command: "go", args: ["version"] },
    { command: "ls", args: ["/usr/share/gocode/src/golang.org/x/oauth2"] }
  ],
  debian: "golang-go golang-golang-x-oauth2-dev",
  adds: { "pay/main.go": goPayment },
  compile: (folder) => [
    { command: "go", args: ["build", "."], env: goEnvironment(folder) },
    { command: "go", args: ["build", "-o", "pay/pay", "./pay"], env: goEnvironment(folder) }
  ],
  pay: (_folder, args) => ({ command: "./pay/pay", args })
}

const javaJars = ["jackson-core", "jackson-databind", "jackson-annotations", "jsr305"].map(
  (name) => `/usr/share/java/${name}.jar`
)

const javaClient: Language = {
  name: "Java",
  generator: [
    "java",
    "--library=native",
    // The generator knows no class for a value of any type.
    "--type-mappings=AnyType=Object,oas_any_type_not_mapped=Object",
    `--additional-properties=${[
      "invokerPackage=payloom",
      "apiPackage=payloom.api",
      "modelPackage=payloom.model"
    ].join()}`
  ],
  needs: [
    { command: "javac", args: ["-version"] },
    { command: "ls", args: [...javaJars, "/usr/share/java/geronimo-annotation-1.3-spec.jar"] }
  ],
  debian:
    "default-jdk-headless libjackson2-databind-java libjsr305-java " +
    "libgeronimo-annotation-1.3-spec-java",
  adds: javaStandIns,
  compile: (folder) => [
    {
      command: "javac",
      args: [
        "-nowarn",
        ...["-d", "built", "-cp"],
        [...javaJars, "/usr/share/java/geronimo-annotation-1.3-spec.jar"].join(delimiter),
        ...globSync("{src/main/java,stand-ins}/**/*.java", { cwd: folder })
      ]
    }
  ],
  pay: null
}

/** The languages in which clients are generated. */
export const languages: ReadonlyArray<Language> = [pythonClient, goClient, javaClient]
