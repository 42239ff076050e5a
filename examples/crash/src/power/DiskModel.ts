import type { DiskOperation } from "./diskOperations.ts"
import { FileModel, type Loss, type Random } from "./FileModel.ts"

/** The files of a folder by name. */
export type Files = ReadonlyMap<string, Buffer>

/** A folder before any recorded operation. */
export interface Folder {
  readonly inode: bigint
  readonly files: ReadonlyMap<string, { readonly inode: bigint; readonly bytes: Buffer }>
}

type Entries = ReadonlyMap<string, FileModel>

/**
 * A folder on a disk that may lose each write, truncation and change of a name until a sync covers
 * it. A name needs a sync of the folder, as POSIX has it. Lost are any sectors, in any order, and
 * the last changes of names. A sector of 512 bytes is written as a whole or not at all.
 */
export class DiskModel {
  readonly #folder: bigint
  readonly #byInode = new Map<bigint, FileModel>()
  /** The names after each change since the last sync of the folder. The first are durable. */
  #entries: Array<Entries>
  #entryChanges = 0
  readonly #syncs = new Map<bigint, number>()

  constructor({ inode, files }: Folder) {
    this.#folder = inode
    const entries = new Map<string, FileModel>()
    for (const [name, file] of files) {
      const model = new FileModel(file.bytes)
      this.#byInode.set(file.inode, model)
      entries.set(name, model)
    }
    this.#entries = [entries]
  }

  /** Applies a recorded operation. Throws if it is about an unknown file. */
  apply(operation: DiskOperation): void {
    switch (operation.kind) {
      case "written":
        this.#file(operation.file).change(operation)
        return
      case "truncated":
        this.#file(operation.file).change({ at: operation.size, bytes: null })
        return
      case "syncBegun":
        this.#syncs.set(operation.sync, this.#markOf(operation.file))
        return
      case "syncEnded":
        this.#synced(operation.file, this.#syncs.get(operation.sync) ?? 0)
        return
      case "created": {
        const model = new FileModel(Buffer.alloc(0))
        this.#byInode.set(operation.file, model)
        this.#rename((entries) => void entries.set(operation.name, model))
        return
      }
      case "unlinked":
        this.#rename((entries) => void entries.delete(operation.name))
        return
      case "renamed":
        this.#rename((entries) => {
          const model = entries.get(operation.name)
          entries.delete(operation.name)
          if (model !== undefined) entries.set(operation.to, model)
        })
    }
  }

  /** The files if nothing is lost. */
  written(): Files {
    return contentOf(this.#entries.at(-1), (file) => file.written())
  }

  /** Files that the folder may have if the power fails now. */
  afterLoss(loss: Loss, random: Random): Files {
    const names = loss.writtenShare === 0 ? 0 : Math.floor(random() * this.#entries.length)
    return contentOf(this.#entries[names], (file) => file.afterLoss(loss, random))
  }

  #file(inode: bigint): FileModel {
    const file = this.#byInode.get(inode)
    if (file === undefined) throw new Error(`The disk has no file with the inode ${inode}.`)
    return file
  }

  #markOf(inode: bigint): number {
    return inode === this.#folder ? this.#entryChanges : this.#file(inode).mark()
  }

  #synced(inode: bigint, mark: number): void {
    if (inode !== this.#folder) {
      this.#file(inode).synced(mark)
      return
    }
    const first = this.#entryChanges - this.#entries.length + 1
    if (mark > first) this.#entries = this.#entries.slice(mark - first)
  }

  #rename(change: (entries: Map<string, FileModel>) => void): void {
    const entries = new Map(this.#entries.at(-1))
    change(entries)
    this.#entries.push(entries)
    this.#entryChanges += 1
  }
}

const contentOf = (entries: Entries = new Map(), content: (file: FileModel) => Buffer): Files =>
  new Map([...entries].map(([name, file]) => [name, content(file)]))
