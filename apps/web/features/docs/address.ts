import type { DocLink } from '@tally/contract/docs/calls';
import { defaultLocale, directionOf } from '../../i18n/locales.ts';

interface DocAddress {
  readonly section: string;
  readonly page: string;
  readonly anchor?: string | null;
}

export const docAddress = ({ section, page, anchor }: DocAddress): string =>
  `/docs/${section}/${page}${anchor ? `#${anchor}` : ''}`;

/** The share image of a page or section: one per section. */
export const shared = (section: string, title: string, description: string) => ({
  title,
  description,
  openGraph: {
    title,
    description,
    images: [{ url: `/files/share/docs/${section}.png`, width: 1200, height: 630, alt: title }],
  },
});

/** Attributes for a text shown in English because it has no translation. */
export const inLanguage = ({ languages }: Pick<DocLink, 'languages'>, reader: string) =>
  languages.some((each) => each === reader) ? {} : { lang: defaultLocale, dir: directionOf(defaultLocale) };
