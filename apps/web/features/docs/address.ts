import type { DocLink } from '@tally/contract/docs/calls';
import { defaultLocale, directionOf } from '../../i18n/locales.ts';

interface DocAddress {
  readonly section: string;
  readonly page: string;
  readonly anchor?: string | null;
}

export const docAddress = ({ section, page, anchor }: DocAddress): string =>
  `/docs/${section}/${page}${anchor ? `#${anchor}` : ''}`;

/** What a link to a page or to its section shows: one image per section. */
export const shared = (section: string, title: string, description: string) => ({
  title,
  description,
  openGraph: {
    title,
    description,
    images: [{ url: `/files/share/docs/${section}.png`, width: 1200, height: 630, alt: title }],
  },
});

/** Attributes for a text that is shown in English because there is no translation. */
export const inLanguage = ({ languages }: Pick<DocLink, 'languages'>, reader: string) =>
  languages.some((each) => each === reader) ? {} : { lang: defaultLocale, dir: directionOf(defaultLocale) };
