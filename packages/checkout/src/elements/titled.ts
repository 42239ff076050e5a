import { html } from "lit"
import type { Message } from "../texts/Texts.ts"

/** A message below its title. */
export const titled = ({ title, text }: Message): unknown =>
  html`<h2>${title}</h2>
    <p>${text}</p>`
