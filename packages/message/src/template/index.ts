export { clean, cleanLine, isStacked } from './clean.ts';
export { cut, MARK } from './cut.ts';
export { westernDigits } from './digits.ts';
export { breakMentions, escapeMarkdown } from './escape.ts';
export { type Filled, type Filling, fill, type Place, toLink, type Values } from './fill.ts';
export { fold } from './fold.ts';
export {
  editDistance,
  findPlaceholder,
  findUnknown,
  nearest,
  type Piece,
  type Placeholder,
  parseTemplate,
  type UnknownPlaceholder,
} from './parse.ts';
export { pickVariant } from './variants.ts';
