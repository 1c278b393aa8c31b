/** Words and phrases that read like a translation. `docs/decisions/0281` explains the count. */
export const dialect = [
  'whoever',
  'whatever',
  'nobody',
  'somebody',
  'stands',
  'meanwhile',
  'afterwards',
  'anew',
  'is none',
  'are none',
  'goes on',
  'go on',
  ', so that',
  'of those',
  'the moment that',
  'by it',
  'what is',
  'who has',
  'answers whether',
  'tells',
  'told',
  'mend',
  'mends',
  'mended',
  'lets go',
] as const;

const phrase = new RegExp(`(?<!\\w)(?:${dialect.join('|')})(?!\\w)`, 'gi');

/** Finds these phrases in a text, in order. A phrase may span a line break. */
export const findDialect = (text: string): string[] =>
  [...text.replaceAll(/\s+/g, ' ').matchAll(phrase)].map(([found]) => found.toLowerCase());
