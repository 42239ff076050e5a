import { html } from "lit"
import type { Message } from "../texts/Texts.ts"

/** Returns a message with its title. */
export const titled = ({ title, text }: Message): unknown =>
  html`<h2>${title}</h2>
    <p>${text}</p>`
