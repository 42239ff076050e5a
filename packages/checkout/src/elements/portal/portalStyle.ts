import { css } from "lit"

/** The style of the portal, in addition to that of the payer's page, in the same colours. */
export const portalStyle = css`
  .portal {
    container-type: inline-size;
  }
  .body {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    margin-inline: auto;
  }
  .who {
    overflow-wrap: anywhere;
  }
  .section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  h3 {
    margin: 0;
    font-size: 16px;
  }
  .list,
  .lines {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .list {
    border: 1px solid var(--hairline);
    border-radius: 12px;
  }
  .item {
    display: grid;
    gap: 6px;
    padding: 14px 16px;
  }
  .item + .item {
    border-block-start: 1px solid var(--hairline);
  }
  .row,
  .line {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 4px 12px;
  }
  .name {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .sum {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .price {
    color: var(--title);
  }
  .wrong,
  .problem {
    color: var(--wrong);
  }
  .badge {
    align-self: start;
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 16px;
  }
  .act:not(.button) {
    min-height: 32px;
    padding: 4px 0;
    border: 0;
    background: none;
    color: var(--link);
    font: inherit;
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 3px;
    cursor: pointer;
  }
  .act:disabled {
    cursor: progress;
  }
  .act:focus-visible,
  .choice input:focus-visible,
  .close:focus-visible {
    outline: 3px solid var(--link);
    outline-offset: 2px;
    border-radius: 4px;
  }
  .outcome:empty {
    display: none;
  }
  .outcome {
    padding: 10px 14px;
    border: 1px solid var(--right);
    border-inline-start-width: 4px;
    border-radius: 8px;
  }
  .outcome.failed {
    border-color: var(--wrong);
  }
  .outcome:focus {
    outline: none;
  }
  dialog {
    box-sizing: border-box;
    inline-size: min(100% - 24px, 480px);
    max-block-size: calc(100dvb - 24px);
    padding: 20px;
    border: 1px solid var(--hairline);
    border-radius: 14px;
    background: var(--payloom-surface, var(--surface));
    color: inherit;
    font: inherit;
    overflow-y: auto;
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 0.5);
  }
  .question {
    display: grid;
    gap: 16px;
    margin: 0;
  }
  .subject {
    font-weight: 650;
    overflow-wrap: anywhere;
  }
  .choices {
    display: grid;
    gap: 10px;
  }
  .choice {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    align-items: start;
    gap: 10px;
    padding: 10px 12px;
    border: 1px solid var(--line);
    border-radius: 8px;
    cursor: pointer;
  }
  .choice input {
    inline-size: 20px;
    block-size: 20px;
    margin: 1px 0 0;
    accent-color: var(--link);
  }
  .head {
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: 12px;
  }
  .close {
    flex: none;
    min-inline-size: 32px;
    min-block-size: 32px;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    font-size: 20px;
    line-height: 1;
    cursor: pointer;
  }
  .sheet {
    display: grid;
    gap: 16px;
  }
  .sheet h2:focus {
    outline: none;
  }
  .sheet code {
    font-size: 14px;
    overflow-wrap: anywhere;
  }
  .line {
    padding-block: 8px;
    border-block-end: 1px solid var(--hairline);
  }
  .total {
    font-weight: 650;
  }
  @media screen {
    .printed {
      display: none;
    }
  }
  @media print {
    :host {
      color-scheme: light;
    }
    .unprinted {
      display: none;
    }
  }
`
