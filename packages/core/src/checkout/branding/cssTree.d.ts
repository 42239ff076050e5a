/**
 * The modules of css-tree that run anywhere. Its main module loads files, which works only in Node.
 */
declare module "css-tree/generator" {
  export { generate as default } from "css-tree"
}

declare module "css-tree/parser" {
  export { parse as default } from "css-tree"
}

declare module "css-tree/tokenizer" {
  export { tokenize, tokenTypes } from "css-tree"
}
