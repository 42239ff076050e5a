import { css } from "lit"

/**
 * The style of the page, in the colours of `paint`. Custom properties of the page around, such as
 * `--payloom-accent`, override them. A selector of more than one class would win over a merchant's,
 * so such selectors use `:where()`.
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
  .form,
  .entry,
  .summary {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
    gap: 18px;
  }
  .summary {
    gap: 12px;
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
  :where([dir="rtl"]) .logo {
    object-position: right;
  }
  .badge {
    padding: 1px 8px;
    border: 1px solid currentcolor;
    border-radius: 99px;
    color: var(--soft);
    font-size: 13px;
    font-weight: 500;
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
    opacity: 0.75;
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
  code {
    direction: ltr;
    unicode-bidi: isolate;
  }
  .instructions {
    line-height: 1.7;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .instructions a {
    color: var(--link);
  }
  .copy {
    min-height: 32px;
    padding: 2px 10px;
    border: 1px solid var(--line);
    border-radius: 6px;
    background: none;
    color: var(--link);
    font: inherit;
    font-size: 14px;
    font-weight: 600;
    white-space: nowrap;
    cursor: pointer;
  }
  .copied .usual,
  .copy:not(.copied) .done {
    display: none;
  }
  .copied {
    border-color: var(--right);
    color: var(--right);
  }
  /* For screen readers. */
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .back {
    padding-block: 4px;
    color: var(--link);
  }
  .button:focus-visible,
  .copy:focus-visible,
  .instructions a:focus-visible,
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
  /* Kept, so that screen readers announce new text. */
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
    /* The usual height of issuers' pages, for pages that don't report one. */
    height: 400px;
    border: 0;
    border-radius: 8px;
    color-scheme: light dark;
  }
`
