import { defaultSchema, type Options } from 'rehype-sanitize';

/** In front of every id that comes from a text, so that none of them is one of the page's own. */
export const ID_PREFIX = 'on-';

/** Narrower than the usual one: no classes but those of code, no inputs but the ticks of a list. */
export const schema: Options = {
  ...defaultSchema,
  // The prefix stands there already: a second one would part notes from their marks.
  clobber: [],
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'picture' && name !== 'source'),
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  attributes: {
    ...defaultSchema.attributes,
    img: ['src', 'alt', 'title'],
    '*': ['id', 'align', 'colSpan', 'rowSpan', 'dir', 'lang'],
  },
};
