import type Stripe from "stripe"
import { type FakeStore, newId } from "./FakeStore.ts"
import { type FormTree, readForm } from "./form.ts"
import { text, tree } from "./paymentForms.ts"
import { invalid } from "./refusals.ts"

/** Parses a form that contains a file. The file is its name and its size. */
export const readFileForm = (body: string, contentType: string): FormTree => {
  const boundary = /boundary=([^;]+)/.exec(contentType)?.[1] ?? ""
  const fields = new URLSearchParams()
  for (const part of body.split(`--${boundary}`)) {
    const [head = "", ...rest] = part.split("\r\n\r\n")
    const name = / name="([^"]*)"/.exec(head)?.[1]
    if (name === undefined) continue
    const filename = /filename="([^"]*)"/.exec(head)?.[1]
    const content = rest.join("\r\n\r\n").replace(/\r\n$/, "")
    if (filename === undefined) fields.append(name, content)
    else {
      fields.append(`${name}[name]`, filename)
      fields.append(`${name}[size]`, String(content.length))
    }
  }
  return readForm(fields.toString())
}

/** Stores a file. */
export const createFile = (store: FakeStore, account: string, form: FormTree): Stripe.File => {
  const { name, size } = tree(form.file)
  const purpose = text(form.purpose)
  if (purpose === null) throw invalid("Missing required param: purpose.", { param: "purpose" })
  if (text(name) === null) throw invalid("Missing required param: file.", { param: "file" })
  const file: Stripe.File = {
    id: newId("file"),
    object: "file",
    created: store.now(),
    expires_at: null,
    filename: text(name),
    links: null,
    purpose,
    size: Number(size),
    title: null,
    type: "pdf",
    url: null
  }
  store.files.set(file.id, { account, file })
  return file
}
