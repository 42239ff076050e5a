import { css } from "lit"

/** The style of the fields of alternative methods. They look like the card's fields. */
export const fieldStyle = css`
  .fields {
    display: grid;
    grid-template-columns: 1fr 2fr;
    gap: 14px;
  }
  .field {
    grid-column: 1 / -1;
    min-inline-size: 0;
  }
  .field-billing-address-postal-code,
  .field-billing-address-city {
    grid-column: auto;
  }
  .field label {
    display: block;
    margin-block-end: 4px;
    font-size: 14px;
    font-weight: 600;
  }
  .field input,
  .field select {
    box-sizing: border-box;
    inline-size: 100%;
    min-height: 46px;
    margin: 0;
    padding: 10px 12px;
    border: 1px solid var(--line);
    border-radius: 8px;
    background: var(--payloom-surface, var(--surface));
    color: inherit;
    font: inherit;
  }
  .field input[dir="ltr"] {
    font-variant-numeric: tabular-nums;
  }
  /* Numbers run from left to right everywhere, and stand at the side of their label. */
  :where([dir="rtl"]) .field input {
    text-align: right;
  }
  .field :is(input, select):focus-visible {
    outline: 2px solid var(--link);
    outline-offset: 1px;
  }
  .field [aria-invalid="true"] {
    border-color: var(--wrong);
  }
  .mistake {
    margin-block-start: 4px;
    color: var(--wrong);
  }
  @container (inline-size < 340px) {
    .fields {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`
