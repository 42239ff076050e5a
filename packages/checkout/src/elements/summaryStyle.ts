import { css } from "lit"

/** The style of the summary, which is folded in a narrow column. */
export const summaryStyle = css`
  .amount {
    line-height: 1.2;
    font-size: 34px;
    font-weight: 650;
    letter-spacing: -0.01em;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  .description {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .lines {
    padding-block-start: 10px;
    border-block-start: 1px solid var(--hairline);
  }
  .items,
  .parts {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .item,
  .part,
  .total {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    padding-block: 4px;
    overflow-wrap: anywhere;
  }
  .lines > :not(:first-child) {
    margin-block-start: 6px;
    padding-block-start: 6px;
    border-block-start: 1px solid var(--hairline);
  }
  .part {
    color: var(--soft);
  }
  .price {
    flex: none;
    max-inline-size: 65%;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .total {
    font-weight: 650;
  }
  summary {
    padding-block: 4px;
    color: var(--link);
    cursor: pointer;
  }
  summary:focus-visible {
    outline: 3px solid var(--link);
    outline-offset: 2px;
  }
  .paid {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 12px;
  }
  .folded {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  .unfold {
    display: none;
    align-items: center;
    gap: 8px;
    min-height: 44px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--link);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  .unfold::after {
    inline-size: 7px;
    block-size: 7px;
    margin-block-start: -5px;
    border: solid currentcolor;
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    content: "";
  }
  .unfold[aria-expanded="true"]::after {
    margin-block-start: 5px;
    rotate: 225deg;
  }
  .unfold:focus-visible {
    outline: 3px solid var(--link);
    outline-offset: 2px;
  }
  /* On a phone the card fields are visible without scrolling. */
  @container (inline-size < 440px) {
    .amount {
      font-size: 26px;
    }
    .unfold {
      display: flex;
    }
    .paid:has(.unfold[aria-expanded="false"]) ~ .folded {
      display: none;
    }
  }
  /* On the narrowest phones a large amount fits beside the button. */
  @container (inline-size < 340px) {
    .amount {
      font-size: 22px;
    }
  }
`
