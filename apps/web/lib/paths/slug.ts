/** Derives a URL part from a title. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 100);

const SLUG = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/;

/** URL parts of other pages, which a text must not use. */
const reserved = new Set(['raw', 'new']);

export const isSlug = (text: string): boolean => SLUG.test(text) && !reserved.has(text);
