import { type CardField, cardFields, isCardField } from "./CardField.ts"
import { type Deferred, deferred, notEncrypted, notThere } from "./Deferred.ts"
import { declinedField } from "./declinedField.ts"

/** A node of a document, as far as its place goes. */
interface Placed {
  compareDocumentPosition(other: Placed): number
}

/** What a group asks of the element of one field. */
export interface CardGroupMember {
  readonly field: CardField
  /** Hands a port over to the frame; at the other end is the frame of that field. */
  readonly connect: (to: CardField, port: MessagePort) => void
  /** Has the frame of the number encrypt the card. */
  readonly ask: (request: number) => void
  /** Opens the frame anew, which empties it. */
  readonly renew: () => void
  readonly focus: () => void
  /** Has the frame show a decline. */
  readonly showDecline: (code: string) => void
  /** Where the element stands in its document. */
  readonly at: Placed
}

/** How far the payer is with a card. */
export interface CardProgress {
  /** The brand of the number that is being typed, `unknown` while it could be any. */
  readonly brand: string
  /** Whether the fields hold what looks like a card. */
  readonly isComplete: boolean
  /** The same of each field by itself. */
  readonly fields: Readonly<Record<CardField, boolean>>
}

/** A document that was opened in a frame. */
interface Opened {
  /** The one with the number that its port leads to. */
  linkedTo: Opened | null
  brand: string
  isComplete: boolean
}

/**
 * The fields of one card on a page: makes the ports between their frames, and knows who is there.
 * Both ends of a port leave the page with the message that hands them over.
 */
export class CardGroup {
  /** Null for whom the frame isn't there yet. */
  readonly #members = new Map<CardGroupMember, Opened | null>()
  /** Whose frame can't be loaded. */
  readonly #failed = new Set<CardGroupMember>()
  readonly #waiting = new Map<number, Deferred<string | null>>()
  #requests = 0

  /** An element is on the page. */
  join(member: CardGroupMember): void {
    this.#members.set(member, null)
  }

  /** An element is gone. */
  leave(member: CardGroupMember): void {
    this.#members.delete(member)
    this.#failed.delete(member)
    this.#link()
  }

  /** The frame of an element holds a document that nobody has typed into and no port leads to. */
  opened(member: CardGroupMember): void {
    this.#failed.delete(member)
    this.#members.set(member, { linkedTo: null, brand: "unknown", isComplete: false })
    this.#link()
  }

  /** The frame of an element is opened anew. */
  closed(member: CardGroupMember): void {
    this.#failed.delete(member)
    this.#members.set(member, null)
  }

  /** The frame of an element can't be loaded: whoever waits for the card waits no longer. */
  failed(member: CardGroupMember): void {
    this.#failed.add(member)
    for (const { reject } of this.#waiting.values()) reject(notThere())
    this.#waiting.clear()
  }

  /** Opens all frames anew that can't be loaded. */
  renewFailed(): void {
    for (const member of [...this.#failed]) member.renew()
  }

  /** The payer has typed all of a field: focuses the next in the document that is not done. */
  filled(member: CardGroupMember): void {
    this.#inOrder()
      .filter((other) => follows(member, other))
      .find((other) => this.#members.get(other)?.isComplete === false)
      ?.focus()
  }

  /** The payer pressed Backspace in an empty field: focuses the one before it in the document. */
  wentBack(member: CardGroupMember): void {
    this.#inOrder()
      .filter((other) => follows(other, member))
      .at(-1)
      ?.focus()
  }

  /** Shows a decline at the field that it is about; false where that is none of these. */
  showDecline(code: string): boolean {
    const field = declinedField(code)
    const member = field === null ? null : this.#only(field)
    if (member === null || !this.progress.isComplete) return false
    member.focus()
    member.showDecline(code)
    return true
  }

  /** The payer typed. */
  changed(member: CardGroupMember, state: Pick<CardProgress, "brand" | "isComplete">): void {
    const opened = this.#members.get(member)
    if (opened) Object.assign(opened, { brand: state.brand, isComplete: state.isComplete })
  }

  /** How far the payer is. */
  get progress(): CardProgress {
    const [number, expiry, securityCode] = cardFields.map((field) => this.#openedAt(field))
    const fields = {
      number: number?.isComplete ?? false,
      expiry: expiry?.isComplete ?? false,
      securityCode: securityCode?.isComplete ?? false
    }
    const isComplete = fields.number && fields.expiry && fields.securityCode
    return { brand: number?.brand ?? "unknown", isComplete, fields }
  }

  /**
   * Encrypts the card, or null where a field is wrong. Waits until all three are there. Rejects where
   * one of them is there twice, as then nobody knows which card is meant, where one can't be
   * loaded, and where encryption fails.
   */
  encrypt(): Promise<string | null> {
    const doubled = cardFields.find((field) => this.#at(field).length > 1)
    if (doubled !== undefined) {
      return Promise.reject(new Error(`Two fields of one group are for the ${doubled}.`))
    }
    if (this.#failed.size > 0) return Promise.reject(notThere())
    const request = ++this.#requests
    const waiting = deferred<string | null>()
    this.#waiting.set(request, waiting)
    if (this.#isLinked) this.#only("number")?.ask(request)
    return waiting.promise
  }

  /** The frame of the number has answered. */
  answered(request: number, ciphertext: string | null, wrong: unknown): void {
    const waiting = this.#waiting.get(request)
    if (waiting === undefined) return
    this.#waiting.delete(request)
    if (ciphertext === null && !isCardField(wrong)) {
      waiting.reject(notEncrypted())
      return
    }
    if (ciphertext === null && isCardField(wrong)) this.#only(wrong)?.focus()
    waiting.resolve(ciphertext)
  }

  #inOrder(): ReadonlyArray<CardGroupMember> {
    return [...this.#members.keys()].sort((one, other) => (follows(one, other) ? -1 : 1))
  }

  #at(field: CardField): ReadonlyArray<CardGroupMember> {
    return [...this.#members.keys()].filter((member) => member.field === field)
  }

  #only(field: CardField): CardGroupMember | null {
    const [member, other] = this.#at(field)
    return member === undefined || other !== undefined ? null : member
  }

  #openedAt(field: CardField): Opened | null {
    const member = this.#only(field)
    return member === null ? null : (this.#members.get(member) ?? null)
  }

  get #isLinked(): boolean {
    const [number, expiry, securityCode] = cardFields.map((field) => this.#openedAt(field))
    return number != null && expiry?.linkedTo === number && securityCode?.linkedTo === number
  }

  #link(): void {
    const wasLinked = this.#isLinked
    for (const field of ["expiry", "securityCode"] as const) this.#linkTo(field)
    const number = this.#only("number")
    if (wasLinked || !this.#isLinked || number === null) return
    for (const request of this.#waiting.keys()) number.ask(request)
  }

  #linkTo(field: "expiry" | "securityCode"): void {
    const [number, part] = [this.#only("number"), this.#only(field)]
    const [here, there] = [this.#openedAt("number"), this.#openedAt(field)]
    if (number === null || part === null || here === null || there === null) return
    if (there.linkedTo === here) return
    // A frame takes one port in its life, so what was typed there can't follow to another number.
    if (there.linkedTo !== null) {
      part.renew()
      return
    }
    const { port1, port2 } = new MessageChannel()
    number.connect(field, port1)
    part.connect("number", port2)
    there.linkedTo = here
  }
}

/** `Node.DOCUMENT_POSITION_FOLLOWING`, which tests outside of browsers don't have. */
const following = 4

const follows = (one: CardGroupMember, other: CardGroupMember): boolean =>
  (one.at.compareDocumentPosition(other.at) & following) !== 0
