export { type Index, indexOf, type Searchable, search } from './search.ts';
export { wordsOf } from './words.ts';
