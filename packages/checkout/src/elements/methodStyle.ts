import { css } from "lit"
import { fieldStyle } from "./fieldStyle.ts"

/**
 * The style of the payment methods: rows of which the chosen one is open, marks, and the spinner.
 */
export const methodStyle = css`
  ${fieldStyle}
  .choices {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-inline-size: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .choices legend {
    margin-block-end: 10px;
    padding: 0;
    font-weight: 650;
  }
  .choice {
    border: 1px solid var(--hairline);
  }
  .choice + .choice {
    border-block-start: 0;
  }
  .choice:first-of-type {
    border-start-start-radius: 10px;
    border-start-end-radius: 10px;
  }
  .choice:last-of-type {
    border-end-start-radius: 10px;
    border-end-end-radius: 10px;
  }
  .choice-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 12px;
    padding-inline: 14px;
  }
  .choice-head label {
    display: flex;
    flex: 1;
    align-items: center;
    gap: 10px;
    min-height: 52px;
    cursor: pointer;
  }
  :where(.chosen) .choice-head label {
    font-weight: 600;
  }
  .choice-head input {
    flex: none;
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    accent-color: var(--link);
  }
  .choice:has(> .choice-head input:focus-visible) {
    outline: 3px solid var(--link);
    outline-offset: -1px;
  }
  .choice-head input:focus-visible {
    outline: none;
  }
  .details {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
    padding: 4px 14px 16px;
  }
  .details[hidden] {
    display: none;
  }
  .entry {
    transition: opacity 0.15s;
  }
  .entry[inert] {
    opacity: 0.55;
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .choice .marks {
    padding-block: 8px;
  }
  .mark {
    color: var(--soft);
  }
  .written {
    padding: 1px 7px;
    border: 1px solid var(--hairline);
    border-radius: 5px;
    font-size: 13px;
    font-weight: 600;
  }
  .drawn {
    display: flex;
  }
  .form .button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 10px;
  }
  .spinner {
    width: 36px;
    height: 36px;
    box-sizing: border-box;
    border: 4px solid var(--link);
    border-block-start-color: transparent;
    border-radius: 50%;
    animation: turn 1s linear infinite;
  }
  .button .spinner {
    width: 18px;
    height: 18px;
    border-width: 2.5px;
    border-color: currentcolor;
    border-block-start-color: transparent;
  }
  @keyframes turn {
    to {
      rotate: 360deg;
    }
  }
  @keyframes fade {
    to {
      opacity: 0.3;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation: fade 1.2s ease-in-out infinite alternate;
    }
    .entry {
      transition: none;
    }
  }
`
