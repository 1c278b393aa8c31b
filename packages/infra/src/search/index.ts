export { type Index, indexOf, type Searchable, search } from './search.ts';
export { typoLikeness } from './spelling.ts';
export { stemsOf, wordsOf } from './words.ts';
