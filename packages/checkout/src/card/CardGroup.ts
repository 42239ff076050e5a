import { type CardField, cardFields, isCardField } from "./CardField.ts"
import { type Deferred, deferred, notEncrypted, notThere } from "./Deferred.ts"
import { declinedField } from "./declinedField.ts"

/** A node with a position in its document. */
interface Placed {
  compareDocumentPosition(other: Placed): number
}

/** The element of one field, as its group uses it. */
export interface CardGroupMember {
  readonly field: CardField
  /** Hands a port to the frame. The frame of the field `to` is at its other end. */
  readonly connect: (to: CardField, port: MessagePort) => void
  /** Encrypts the card. Only the frame of the number does that. */
  readonly ask: (request: number) => void
  /** Opens the frame again, which empties it. */
  readonly renew: () => void
  readonly focus: () => void
  /** Shows a decline in the frame. */
  readonly showDecline: (code: string) => void
  /** The position of the element in its document. */
  readonly at: Placed
}

/** The payer's progress with a card. */
export interface CardProgress {
  /** The brand of the typed number. It is `unknown` while the number could be of any brand. */
  readonly brand: string
  /** True if the fields hold a plausible card. */
  readonly isComplete: boolean
  /** True for each field that is complete by itself. */
  readonly fields: Readonly<Record<CardField, boolean>>
}

/** A document that was opened in a frame. */
interface Opened {
  /** The document with the number that this document's port leads to. */
  linkedTo: Opened | null
  brand: string
  isComplete: boolean
}

/**
 * The fields of one card on a page. It creates the ports between their frames, and knows which
 * frames are loaded. Both ends of a port leave the page with the message that hands them over.
 */
export class CardGroup {
  /** The opened document of each member, or null until its frame is loaded. */
  readonly #members = new Map<CardGroupMember, Opened | null>()
  /** The members whose frame can't be loaded. */
  readonly #failed = new Set<CardGroupMember>()
  readonly #waiting = new Map<number, Deferred<string | null>>()
  #requests = 0

  /** Adds an element that was put on the page. */
  join(member: CardGroupMember): void {
    this.#members.set(member, null)
  }

  /** Removes an element that left the page. */
  leave(member: CardGroupMember): void {
    this.#members.delete(member)
    this.#failed.delete(member)
    this.#link()
  }

  /**
   * Records that an element's frame was loaded. Nobody has typed in it, and no port leads to it.
   */
  opened(member: CardGroupMember): void {
    this.#failed.delete(member)
    this.#members.set(member, { linkedTo: null, brand: "unknown", isComplete: false })
    this.#link()
  }

  /** Records that an element's frame is being opened again. */
  closed(member: CardGroupMember): void {
    this.#failed.delete(member)
    this.#members.set(member, null)
  }

  /** Records that an element's frame can't be loaded. Pending encryptions are rejected. */
  failed(member: CardGroupMember): void {
    this.#failed.add(member)
    for (const { reject } of this.#waiting.values()) reject(notThere())
    this.#waiting.clear()
  }

  /** Opens all frames again that can't be loaded. */
  renewFailed(): void {
    for (const member of [...this.#failed]) member.renew()
  }

  /** Focuses the next incomplete field in the document after the payer filled one in. */
  filled(member: CardGroupMember): void {
    this.#inOrder()
      .filter((other) => follows(member, other))
      .find((other) => this.#members.get(other)?.isComplete === false)
      ?.focus()
  }

  /** Focuses the field before this one in the document after a Backspace in an empty field. */
  wentBack(member: CardGroupMember): void {
    this.#inOrder()
      .filter((other) => follows(other, member))
      .at(-1)
      ?.focus()
  }

  /**
   * Shows a decline at the field that it is about. Returns false if it is about no field of the
   * group.
   */
  showDecline(code: string): boolean {
    const field = declinedField(code)
    const member = field === null ? null : this.#only(field)
    if (member === null || !this.progress.isComplete) return false
    member.focus()
    member.showDecline(code)
    return true
  }

  /** Records the state of a field after the payer typed. */
  changed(member: CardGroupMember, state: Pick<CardProgress, "brand" | "isComplete">): void {
    const opened = this.#members.get(member)
    if (opened) Object.assign(opened, { brand: state.brand, isComplete: state.isComplete })
  }

  /** Returns the payer's progress. */
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
   * Encrypts the card. Returns null if a field is wrong. Waits until all three fields are loaded.
   * Rejects if a field is there twice, because the card would be ambiguous, if a field can't be
   * loaded, or if encryption fails.
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

  /** Settles an encryption with the answer of the number's frame. */
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
    // A frame takes one port in its life, so typed digits can't be sent to another number's frame.
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

/** The value of `Node.DOCUMENT_POSITION_FOLLOWING`, which tests outside of browsers don't have. */
const following = 4

const follows = (one: CardGroupMember, other: CardGroupMember): boolean =>
  (one.at.compareDocumentPosition(other.at) & following) !== 0
