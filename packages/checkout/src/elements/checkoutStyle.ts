import { css } from "lit"

/**
 * The page in the colours of `paint`. Custom properties of the page around, such as
 * `--payloom-accent`, take the place of these. Selectors of more than one class would win over a
 * merchant's, so those stand in `:where()`.
 */
export const checkoutStyle = css`
  :host {
    display: block;
    box-sizing: border-box;
    min-inline-size: min(100%, 280px);
    --text: var(--payloom-ink, var(--ink));
    --title: var(--payloom-ink, var(--primary));
    --soft: var(--payloom-quiet, var(--quiet));
    --link: var(--payloom-accent, var(--accent));
    --button: var(--payloom-accent, var(--fill));
    --on-button: var(--payloom-on-accent, var(--on-fill));
    background: var(--payloom-surface, var(--surface));
    color: var(--text);
    font: 16px/1.45 system-ui, sans-serif;
  }
  .checkout {
    container-type: inline-size;
  }
  .blocks {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-items: start;
    margin-inline: auto;
  }
  .block {
    min-inline-size: 0;
  }
  .outlined,
  .raised {
    padding: 20px;
    border: 1px solid var(--hairline);
    border-radius: 12px;
  }
  .raised {
    box-shadow: 0 2px 10px rgb(0 0 0 / 0.12);
  }
  .methods,
  .form {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 18px;
  }
  .header,
  .footer,
  .method {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
  }
  .footer,
  .method {
    justify-content: space-between;
  }
  [hidden] {
    display: none;
  }
  h2,
  p {
    margin: 0;
  }
  h2 {
    font-size: 18px;
  }
  .merchant,
  .method-name,
  :where(.notice) h2 {
    font-size: 16px;
  }
  .merchant,
  .amount {
    color: var(--title);
  }
  .merchant {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .logo {
    display: block;
    height: 40px;
    max-width: 100%;
    object-fit: contain;
    object-position: left;
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 6px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .mark {
    padding: 1px 7px;
    border: 1px solid var(--hairline);
    border-radius: 5px;
    color: var(--soft);
    font-size: 13px;
    font-weight: 600;
  }
  .badge {
    padding: 1px 8px;
    border: 1px solid currentcolor;
    border-radius: 99px;
    color: var(--soft);
    font-size: 13px;
    font-weight: 500;
  }
  .amount {
    line-height: 1.2;
    font-size: 34px;
    font-weight: 650;
    letter-spacing: -0.01em;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .quiet {
    color: var(--soft);
  }
  .small {
    font-size: 14px;
  }
  .button {
    min-height: 48px;
    padding: 10px 16px;
    border: 1px solid var(--payloom-accent, var(--edge));
    border-radius: 8px;
    background: var(--button);
    color: var(--on-button);
    font: inherit;
    font-weight: 650;
    cursor: pointer;
  }
  .button:disabled {
    opacity: 0.6;
    cursor: progress;
  }
  :where(a).button {
    box-sizing: border-box;
    text-align: center;
    text-decoration: none;
  }
  .secondary {
    border-color: var(--hairline);
    background: none;
    color: var(--link);
  }
  .choices {
    display: grid;
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
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 12px;
    padding-inline: 14px;
    border: 1px solid var(--hairline);
  }
  .choice + .choice {
    border-block-start: 0;
  }
  .choice:first-of-type {
    border-start-start-radius: 8px;
    border-start-end-radius: 8px;
  }
  .choice:last-of-type {
    border-end-start-radius: 8px;
    border-end-end-radius: 8px;
  }
  .choice label {
    display: flex;
    flex: 1;
    align-items: center;
    gap: 10px;
    min-height: 48px;
    cursor: pointer;
  }
  .choice input {
    inline-size: 18px;
    block-size: 18px;
    margin: 0;
    accent-color: var(--link);
  }
  .choice:has(:focus-visible) {
    outline: 3px solid var(--link);
    outline-offset: -1px;
  }
  .choice :focus-visible {
    outline: none;
  }
  dl,
  dd {
    margin: 0;
  }
  dl {
    display: grid;
    gap: 2px;
  }
  dt {
    color: var(--soft);
    font-size: 14px;
  }
  dd {
    margin-block-end: 8px;
    overflow-wrap: anywhere;
  }
  .instructions {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .back {
    padding-block: 4px;
    color: var(--link);
  }
  .button:focus-visible,
  .back:focus-visible {
    outline: 3px solid var(--link);
    outline-offset: 2px;
  }
  .notice {
    padding: 12px 14px;
    border: 1px solid var(--wrong);
    border-inline-start-width: 4px;
    border-radius: 8px;
  }
  :where(.notice) h2 {
    color: var(--wrong);
  }
  .notice:focus,
  .status:focus {
    outline: none;
  }
  .status {
    display: grid;
    gap: 6px;
    padding-block: 8px;
  }
  /* Still there for who listens: news is read out where it appears. */
  .notice:empty,
  .status:empty {
    position: absolute;
    padding: 0;
    border: 0;
  }
  .tick {
    width: 44px;
    padding: 6px;
    box-sizing: border-box;
    border: 2px solid var(--right);
    border-radius: 50%;
    fill: none;
    stroke: var(--right);
    stroke-width: 2.5;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  iframe.challenge {
    width: 100%;
    height: 400px;
    border: 0;
    border-radius: 8px;
    color-scheme: light dark;
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
  @keyframes turn {
    to {
      rotate: 360deg;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .spinner {
      animation-duration: 6s;
    }
  }
`
