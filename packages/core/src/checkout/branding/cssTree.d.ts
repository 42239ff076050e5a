/** The parts of css-tree that run anywhere: its main module loads files, as only Node can. */
declare module "css-tree/generator" {
  export { generate as default } from "css-tree"
}

declare module "css-tree/parser" {
  export { parse as default } from "css-tree"
}

declare module "css-tree/tokenizer" {
  export { tokenize, tokenTypes } from "css-tree"
}
