import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { delimiter, join } from "node:path"
import { promisify } from "node:util"
import { removeAfterwards } from "./afterwards.ts"
import { copyFolder } from "./copyFolder.ts"
import { freePort, type Installation, unprivileged, usablePrograms } from "./postgresPrograms.ts"
import { childrenOf, guard, isRunning, killed, ready } from "./processes.ts"
import { Session } from "./Session.ts"

/** The settings of a server, by name. */
export type Settings = Readonly<Record<string, string>>

/** The name under which the primary knows its replica. */
export const replicaName = "payloom_replica"

/** The result of each `initdb`, made once. Copying it takes a fraction of the time. */
const pristine = new Map<string, Promise<string>>()

/** The way to start a server. */
export interface ClusterOptions {
  readonly settings: Settings
  /** The programs to use. By default the system's, or those of the npm package. */
  readonly from?: Installation | undefined
  /** True to archive the write-ahead log. */
  readonly archives?: boolean
  /** The data folder to create or to use again. By default a new one, which is deleted. */
  readonly kept?: string | undefined
}

/** A data folder and the server that runs on it. */
export class PostgresCluster {
  readonly port: number
  readonly #folder: string
  readonly #data: string
  readonly #isKept: boolean
  #settings: Settings
  #server: ChildProcess | null = null
  #databases = 0

  private constructor(
    folder: string,
    data: string,
    port: number,
    settings: Settings,
    isKept: boolean
  ) {
    this.#folder = folder
    this.#data = data
    this.port = port
    this.#settings = settings
    this.#isKept = isKept
  }

  /** Starts a server on a new data folder. */
  static async start({ settings, from, archives, kept }: ClusterOptions): Promise<PostgresCluster> {
    if (kept !== undefined) return PostgresCluster.#startKept(usablePrograms(from), kept, settings)
    const made = await PostgresCluster.#empty(usablePrograms(from), settings)
    if (archives === true) made.#archiveLog()
    const known = pristine.get(made.#folder) ?? PostgresCluster.#pristine(made.#folder)
    pristine.set(made.#folder, known)
    await made.#run("cp", ["-Rp", `${await known}/.`, made.#data])
    await made.start()
    return made
  }

  /** Starts a server on a data folder that stays. */
  static async #startKept(folder: string, data: string, settings: Settings) {
    const made = new PostgresCluster(folder, data, await freePort(), settings, true)
    if (!existsSync(join(data, "PG_VERSION"))) {
      mkdirSync(data, { recursive: true, mode: 0o700 })
      ownByServer(data)
      await made.#initialize()
    }
    await made.start()
    return made
  }

  static async #pristine(folder: string): Promise<string> {
    const made = await PostgresCluster.#empty(folder, {})
    removeAfterwards(made.#data)
    await made.#initialize()
    return made.#data
  }

  static async #empty(folder: string, settings: Settings): Promise<PostgresCluster> {
    const data = mkdtempSync("/tmp/payloom-postgres-")
    ownByServer(data)
    return new PostgresCluster(folder, data, await freePort(), settings, false)
  }

  async #initialize(): Promise<void> {
    const how = ["-U", user, "--auth=trust", "--encoding=UTF8"]
    if (!this.#isKept) how.push("--no-sync")
    await this.#run("initdb", ["-D", this.#data, ...how])
  }

  get address(): string {
    return this.#addressOf("postgres")
  }

  /** Creates an empty database. Returns its address. */
  async newDatabase(): Promise<string> {
    this.#databases += 1
    const name = `payloom_${this.#databases}`
    await this.answer(`CREATE DATABASE ${name}`)
    return this.#addressOf(name)
  }

  #addressOf(database: string): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`
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
    const dismiss = guard(server.pid ?? 0, this.#data, this.#isKept)
    server.once("exit", dismiss)
    await ready(server)
  }

  /** Shuts the server down in fast mode, which notifies its clients. */
  stop(): Promise<void> {
    return this.#end((server) => server.kill("SIGINT"))
  }

  /** Kills all processes of the server at once, as a power failure does. */
  async kill(): Promise<void> {
    let children: ReadonlyArray<number> = []
    await this.#end((server) => {
      children = childrenOf(server.pid ?? 0)
      server.kill("SIGKILL")
      for (const child of children) killed(child)
    })
    // The next server doesn't start while one of them still has the shared memory.
    while (children.some(isRunning)) await new Promise((next) => setTimeout(next, 10))
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
    const made = await this.#copy(settings, false)
    const primary = `host=127.0.0.1 port=${this.port} user=${user} application_name=${replicaName}`
    made.#write("standby.signal", "")
    appendFileSync(join(made.#data, autoConf), `primary_conninfo = '${primary}'\n`)
    await made.start()
    const inStep = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
    while ((await this.answer(inStep)) !== "1") await new Promise((next) => setTimeout(next, 20))
    return made
  }

  /** Copies the data of the running server, as `pg_basebackup` does, which not everybody has. */
  async #copy(settings: Settings, waitsForArchive: boolean): Promise<PostgresCluster> {
    const made = await PostgresCluster.#empty(this.#folder, settings)
    const session = await Session.open(this.port, user, "postgres")
    try {
      const [[version] = []] = await session.query("SHOW server_version_num")
      const isNew = Number(version) >= 150_000
      const [start, stop] = isNew
        ? ["pg_backup_start('copy', true)", `pg_backup_stop(${waitsForArchive})`]
        : ["pg_start_backup('copy', true, false)", `pg_stop_backup(false, ${waitsForArchive})`]
      await session.query(`SELECT ${start}`)
      await copyFolder(this.#data, made.#data, unprivileged())
      const [[label] = []] = await session.query(`SELECT labelfile FROM ${stop}`)
      made.#write("backup_label", label ?? "")
    } finally {
      session.close()
    }
    return made
  }

  /** The folder of the archived write-ahead log. */
  get archive(): string {
    return `${this.#data}-archive`
  }

  /** Takes a base backup into a new data folder. */
  baseBackup(): Promise<PostgresCluster> {
    return this.#copy({}, true)
  }

  /** Starts this base backup with the archived log up to a time. Waits until it takes writes. */
  async recover(archive: string, until: Date): Promise<void> {
    this.#write("recovery.signal", "")
    const settings = {
      restore_command: `cp ${archive}/%f %p`,
      // PostgreSQL takes no abbreviation of a time zone here.
      recovery_target_time: until.toISOString().replace("Z", "+00:00"),
      recovery_target_action: "promote"
    }
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`)
    appendFileSync(join(this.#data, autoConf), lines.join(""))
    await this.start()
    const isRecovering = "SELECT pg_is_in_recovery()"
    while ((await this.answer(isRecovering)) !== "f") {
      await new Promise((next) => setTimeout(next, 20))
    }
  }

  #write(name: string, text: string): void {
    const file = join(this.#data, name)
    writeFileSync(file, text)
    ownByServer(file)
  }

  #archiveLog(): void {
    this.#settings = {
      ...this.#settings,
      archive_mode: "on",
      archive_command: `test ! -f ${this.archive}/%f && cp %p ${this.archive}/%f`
    }
    mkdirSync(this.archive)
    ownByServer(this.archive)
  }

  /** Has the server archive the log that was written so far. */
  async switchLog(): Promise<void> {
    const file = await this.answer("SELECT pg_walfile_name(pg_switch_wal())")
    while (!existsSync(join(this.archive, file))) {
      await new Promise((next) => setTimeout(next, 20))
    }
  }

  /** Promotes a replica to a primary, with all data that it has received. */
  async promote(): Promise<void> {
    await this.#run("pg_ctl", ["promote", "-w", "-D", this.#data])
  }

  /** Deletes the data folder, unless it stays. */
  remove(): void {
    if (this.#isKept) return
    rmSync(this.#data, { recursive: true, force: true })
    rmSync(this.archive, { recursive: true, force: true })
  }

  /** Returns the first column of the first row. */
  async answer(sql: string): Promise<string> {
    const session = await Session.open(this.port, user, "postgres")
    try {
      const [[first] = []] = await session.query(sql)
      return first ?? ""
    } finally {
      session.close()
    }
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

/** The superuser. */
const user = "payloom"

/** The file of settings that PostgreSQL reads last. */
const autoConf = "postgresql.auto.conf"

const ownByServer = (path: string): void => {
  const { uid, gid } = unprivileged()
  if (uid !== undefined) chownSync(path, uid, gid ?? uid)
}
