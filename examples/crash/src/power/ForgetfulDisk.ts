import { execFileSync } from "node:child_process"
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync
} from "node:fs"
import { constants } from "node:os"
import { delimiter, join } from "node:path"
import { DiskModel, type Files, type Folder } from "./DiskModel.ts"
import { type DiskOperation, diskOperations } from "./diskOperations.ts"

const compiler = (process.env.PATH ?? "")
  .split(delimiter)
  .flatMap((folder) => ["cc", "gcc", "clang"].map((name) => join(folder, name)))
  .find((path) => existsSync(path))

/** The reason why this machine can't simulate a disk. Null if it can. */
export const diskObstacle: string | null =
  process.platform !== "linux"
    ? "A simulated disk needs Linux, because it is loaded by LD_PRELOAD."
    : compiler === undefined
      ? "A simulated disk needs a C compiler. Install gcc."
      : null

/** A fault of a disk: no power, no space, or an error for each write. */
export type DiskFault = "power" | "full" | "failing"

const codes: Readonly<Record<DiskFault, number>> = {
  power: 0,
  full: constants.errno.ENOSPC,
  failing: constants.errno.EIO
}

/** The positions of the fields of `struct disk_switch` in `forgetfulDisk.c`. */
const field = { power: 0, left: 4, fault: 8, faulty: 12 } as const

/** SQLite maps these files into memory and builds them anew. */
const isUnrecorded = (name: string): boolean => name.endsWith("-shm")

/** The operations of a time with power. */
export interface Recorded {
  /** The files when the power was turned on. */
  readonly before: Folder
  readonly operations: ReadonlyArray<DiskOperation>
  /** The disk's position when the power was turned on. */
  readonly beganAt: number
}

/**
 * A folder whose files are written through `forgetfulDisk.c`. The processes that write there start
 * with the environment `env`.
 */
export class ForgetfulDisk {
  /** The folder of the files. */
  readonly folder: string
  /** The environment of processes that use the folder. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly #log: string
  readonly #switch: number
  #earlier = 0
  #before: Folder

  private constructor(root: string) {
    this.folder = join(root, "disk")
    this.#log = join(root, "disk.log")
    const library = join(root, "forgetfulDisk.so")
    const switchFile = join(root, "disk.switch")
    mkdirSync(this.folder)
    writeFileSync(this.#log, "")
    writeFileSync(switchFile, Buffer.alloc(16))
    compile(library)
    this.#switch = openSync(switchFile, "r+")
    this.env = {
      ...process.env,
      LD_PRELOAD: library,
      PAYLOOM_DISK_FOLDER: this.folder,
      PAYLOOM_DISK_LOG: this.#log,
      PAYLOOM_DISK_SWITCH: switchFile
    }
    this.#before = folderAt(this.folder)
  }

  /** Creates an empty folder `disk` in another folder. Its power is off. */
  static in(root: string): ForgetfulDisk {
    if (diskObstacle !== null) throw new Error(diskObstacle)
    return new ForgetfulDisk(root)
  }

  /** A number that grows with each operation, for the time of an answer. */
  position(): number {
    return this.#earlier + statSync(this.#log).size
  }

  /**
   * Turns the power on. The present files count as synced. Processes that waited for the power
   * continue.
   */
  turnOn(): void {
    this.#before = folderAt(this.folder)
    this.#set("power", 1)
  }

  /** Causes a fault at the operation with this number from now on. 1 is the next operation. */
  failAfter(operations: number, fault: DiskFault): void {
    this.#set("fault", codes[fault])
    this.#set("left", operations)
  }

  /** Ends a full or failing disk, and a fault that has not happened yet. */
  mend(): void {
    this.#set("left", 0)
    this.#set("faulty", 0)
  }

  /** True while the fault lasts. */
  isFaulty(): boolean {
    return this.#get("power") === 0 || this.#get("faulty") === 1
  }

  /** Turns the power off if no operation has done so. */
  turnOff(): void {
    this.#set("left", 0)
    this.#set("power", 0)
  }

  /**
   * Returns the files when the power was turned on, and the operations since then. Call it when all
   * processes have ended. Throws if these operations don't make the files that are in the folder
   * now, because then some operation was not recorded.
   */
  recorded(): Recorded {
    const operations = diskOperations(readFileSync(this.#log))
    const model = new DiskModel(this.#before)
    for (const operation of operations) model.apply(operation)
    assertSame(model.written(), this.folder)
    return { before: this.#before, operations, beganAt: this.#earlier }
  }

  /** Puts other files into the folder, and forgets all operations. */
  replace(files: Files): void {
    this.#earlier = this.position()
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name))
    for (const [name, bytes] of files)
      writeFileSync(join(this.folder, name), bytes, { mode: 0o600 })
    writeFileSync(this.#log, "")
  }

  close(): void {
    closeSync(this.#switch)
  }

  #set(name: keyof typeof field, value: number): void {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32LE(value)
    writeSync(this.#switch, bytes, 0, 4, field[name])
  }

  #get(name: keyof typeof field): number {
    const bytes = Buffer.alloc(4)
    readSync(this.#switch, bytes, 0, 4, field[name])
    return bytes.readInt32LE()
  }
}

const compile = (library: string): void => {
  const source = join(import.meta.dirname, "forgetfulDisk.c")
  execFileSync(compiler ?? "cc", ["-O2", "-shared", "-fPIC", "-o", library, source, "-ldl"])
}

const folderAt = (path: string): Folder => ({
  inode: statSync(path, { bigint: true }).ino,
  files: new Map(
    readdirSync(path)
      .filter((name) => !isUnrecorded(name))
      .map((name) => {
        const file = join(path, name)
        return [name, { inode: statSync(file, { bigint: true }).ino, bytes: readFileSync(file) }]
      })
  )
})

const assertSame = (expected: Files, path: string): void => {
  const { files } = folderAt(path)
  const names = new Set([...expected.keys(), ...files.keys()])
  const differing = [...names].filter((name) => {
    const [one, other] = [expected.get(name), files.get(name)?.bytes]
    return one === undefined || other === undefined || !one.equals(other)
  })
  if (differing.length === 0) return
  throw new Error(`Some operations on ${differing.join(", ")} were not recorded.`)
}
