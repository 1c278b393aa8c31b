export * from './ast.ts';
export { parseMarkdown } from './blocks.ts';
export { parseInline } from './inline.ts';
export { plainInline, plainText } from './plain.ts';
