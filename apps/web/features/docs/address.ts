import type { DocLink } from '@tally/contract/docs/calls';
import { defaultLocale, directionOf } from '../../i18n/locales.ts';

interface DocAddress {
  readonly section: string;
  readonly page: string;
  readonly anchor?: string | null;
}

export const docAddress = ({ section, page, anchor }: DocAddress): string =>
  `/docs/${section}/${page}${anchor ? `#${anchor}` : ''}`;

/** Returns metadata with the share image, of which each section has one. */
export const shared = (section: string, title: string, description: string) => ({
  title,
  description,
  openGraph: {
    title,
    description,
    images: [{ url: `/files/share/docs/${section}.png`, width: 1200, height: 630, alt: title }],
  },
});

/** Returns the language attributes for a text that is shown in English because it has no translation. */
export const inLanguage = ({ languages }: Pick<DocLink, 'languages'>, reader: string) =>
  languages.some((each) => each === reader) ? {} : { lang: defaultLocale, dir: directionOf(defaultLocale) };
