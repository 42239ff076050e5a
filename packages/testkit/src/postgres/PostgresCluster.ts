import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { afterwards, removeAfterwards } from "./afterwards.ts"
import { freePort, programs, unprivileged } from "./postgresPrograms.ts"

/** The settings of a server, by name. */
export type Settings = Readonly<Record<string, string>>

/** The name under which the primary knows its replica. */
export const replicaName = "payloom_replica"

/** The result of `initdb`, made once. Copying it takes a fraction of the time. */
let pristine: Promise<string> | undefined

/** A data folder and the server that runs on it. */
export class PostgresCluster {
  readonly port: number
  readonly #folder: string
  readonly #data: string
  #settings: Settings
  #server: ChildProcess | null = null
  #databases = 0

  private constructor(folder: string, data: string, port: number, settings: Settings) {
    this.#folder = folder
    this.#data = data
    this.port = port
    this.#settings = settings
  }

  /** Starts a server on a new data folder. */
  static async start(settings: Settings, archives = false): Promise<PostgresCluster> {
    const made = await PostgresCluster.#empty(settings)
    if (archives) made.#archiveLog()
    pristine ??= PostgresCluster.#pristine()
    await made.#run("cp", ["-Rp", `${await pristine}/.`, made.#data])
    await made.start()
    return made
  }

  static async #pristine(): Promise<string> {
    const made = await PostgresCluster.#empty({})
    removeAfterwards(made.#data)
    const how = ["-U", "payloom", "--auth=trust", "--encoding=UTF8", "--no-sync"]
    await made.#run("initdb", ["-D", made.#data, ...how])
    return made.#data
  }

  static async #empty(settings: Settings): Promise<PostgresCluster> {
    const folder = programs()
    if (folder === null) throw new Error("PostgreSQL is not installed here.")
    const data = mkdtempSync("/tmp/payloom-postgres-")
    const { uid, gid } = unprivileged()
    if (uid !== undefined) chownSync(data, uid, gid ?? uid)
    return new PostgresCluster(folder, data, await freePort(), settings)
  }

  get address(): string {
    return this.#addressOf("postgres")
  }

  /** Creates an empty database. Returns its address. */
  async newDatabase(): Promise<string> {
    this.#databases += 1
    const name = `payloom_${this.#databases}`
    await this.#answer(`CREATE DATABASE ${name}`)
    return this.#addressOf(name)
  }

  #addressOf(database: string): string {
    return `postgres://payloom@127.0.0.1:${this.port}/${database}`
  }

  /** Starts the server, on the same port each time. */
  async start(): Promise<void> {
    const all = {
      listen_addresses: "127.0.0.1",
      unix_socket_directories: this.#data,
      ...this.#settings
    }
    const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`])
    const server = spawn(
      join(this.#folder, "postgres"),
      ["-D", this.#data, "-p", `${this.port}`, ...options],
      { ...this.#surroundings(), stdio: ["ignore", "ignore", "pipe"] }
    )
    this.#server = server
    const dismiss = guard(server.pid ?? 0, this.#data)
    server.once("exit", dismiss)
    await ready(server)
  }

  /** Shuts the server down in fast mode, which notifies its clients. */
  stop(): Promise<void> {
    return this.#end((server) => server.kill("SIGINT"))
  }

  /** Kills all processes of the server at once, as a power failure does. */
  kill(): Promise<void> {
    return this.#end((server) => {
      const children = childrenOf(server.pid ?? 0)
      server.kill("SIGKILL")
      for (const child of children) killed(child)
    })
  }

  async #end(how: (server: ChildProcess) => void): Promise<void> {
    const server = this.#server
    this.#server = null
    if (server === null || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, "exit")
    how(server)
    await ended
  }

  /** Starts a replica of this server that is in sync with it. */
  async replica(settings: Settings): Promise<PostgresCluster> {
    const made = await PostgresCluster.#empty(settings)
    const primary = `host=127.0.0.1 port=${this.port} user=payloom application_name=${replicaName}`
    const how = ["-R", "-X", "stream", "-c", "fast", "--no-sync"]
    await made.#run("pg_basebackup", ["-d", primary, "-D", made.#data, ...how])
    await made.start()
    const inStep = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
    while ((await this.#answer(inStep)) !== "1") await new Promise((next) => setTimeout(next, 20))
    return made
  }

  /** The folder of the archived write-ahead log. */
  get archive(): string {
    return `${this.#data}-archive`
  }

  /** Takes a base backup into a new data folder. */
  async baseBackup(): Promise<PostgresCluster> {
    const made = await PostgresCluster.#empty({})
    const source = `host=127.0.0.1 port=${this.port} user=payloom`
    await made.#run("pg_basebackup", ["-d", source, "-D", made.#data, "-c", "fast", "--no-sync"])
    return made
  }

  /** Starts this base backup with the archived log up to a time. Waits until it takes writes. */
  async recover(archive: string, until: Date): Promise<void> {
    writeFileSync(join(this.#data, "recovery.signal"), "")
    const settings = {
      restore_command: `cp ${archive}/%f %p`,
      // PostgreSQL takes no abbreviation of a time zone here.
      recovery_target_time: until.toISOString().replace("Z", "+00:00"),
      recovery_target_action: "promote"
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(join(this.#data, "postgresql.auto.conf"), lines.join(""))
    await this.start()
    const isRecovering = "SELECT pg_is_in_recovery()"
    while ((await this.#answer(isRecovering)) !== "f") {
      await new Promise((next) => setTimeout(next, 20))
    }
  }

  #archiveLog(): void {
    this.#settings = {
      ...this.#settings,
      archive_mode: "on",
      archive_command: `test ! -f ${this.archive}/%f && cp %p ${this.archive}/%f`
    }
    mkdirSync(this.archive)
    const { uid, gid } = unprivileged()
    if (uid !== undefined) chownSync(this.archive, uid, gid ?? uid)
  }

  /** Has the server archive the log that was written so far. */
  async switchLog(): Promise<void> {
    const file = await this.#answer("SELECT pg_walfile_name(pg_switch_wal())")
    while (!existsSync(join(this.archive, file))) {
      await new Promise((next) => setTimeout(next, 20))
    }
  }

  /** Promotes a replica to a primary, with all data that it has received. */
  async promote(): Promise<void> {
    await this.#run("pg_ctl", ["promote", "-w", "-D", this.#data])
  }

  /** Deletes the data folder. */
  remove(): void {
    rmSync(this.#data, { recursive: true, force: true })
    rmSync(this.archive, { recursive: true, force: true })
  }

  #answer(sql: string): Promise<string> {
    return this.#run("psql", ["-X", "-A", "-t", "-d", this.address, "-c", sql])
  }

  async #run(program: string, args: ReadonlyArray<string>): Promise<string> {
    const { stdout } = await promisify(execFile)(program, args, this.#surroundings())
    return stdout.trim()
  }

  #surroundings() {
    return {
      ...unprivileged(),
      cwd: this.#data,
      env: { PATH: `${this.#folder}${delimiter}${process.env.PATH}`, LC_ALL: "C.UTF-8" }
    }
  }
}

/** Stops the server and deletes its data if the process that started it ends or is killed. */
const guard = (server: number, data: string): (() => void) => {
  const runs = `kill -0 "$0" && test -e "$1/postmaster.pid"`
  const ending = `kill -QUIT "$0"; while ${runs}; do sleep 0.1; done; rm -rf "$1"`
  const shell = afterwards(ending, [`${server}`, data])
  return () => shell.kill("SIGKILL")
}

const ready = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ""
    server.once("exit", () => reject(new Error(`PostgreSQL did not start: ${said}`)))
    server.stderr?.on("data", (chunk) => {
      said = `${said}${chunk}`.slice(-4000)
      if (/ready to accept (read-only )?connections/.test(said)) resolve()
    })
  })

const killed = (pid: number): void => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // The server has already ended.
  }
}

/** Returns the child processes of a process. */
const childrenOf = (parent: number): ReadonlyArray<number> =>
  process.platform === "linux"
    ? readdirSync("/proc").flatMap((entry) => (parentOf(entry) === parent ? [Number(entry)] : []))
    : execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
        .split("\n")
        .map((line) => line.trim().split(/\s+/).map(Number))
        .flatMap(([pid = 0, of]) => (of === parent ? [pid] : []))

const parentOf = (pid: string): number | null => {
  if (!/^\d+$/.test(pid)) return null
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The program's name may contain any character. The state and the parent follow it.
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1])
  } catch {
    return null
  }
}
