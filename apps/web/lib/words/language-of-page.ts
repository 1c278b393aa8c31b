import { chooseLocale } from '../../i18n/locale.ts';
import { addressIn, readAddress } from '../paths/addresses.ts';
import { isPublicPage } from '../paths/public-pages.ts';

interface Asked {
  readonly url: URL;
  /** The page that contains the link, according to the browser. */
  readonly referer: string | null;
  /** The language that the person chose; undefined without a choice. */
  readonly chosen: string | undefined;
  readonly wishes: string | null;
  /** True if the open page requested a part, not a full page. */
  readonly isPart: boolean;
}

/**
 * Keeps the language of a page whose links lead to URLs without a language. A followed link must not change the
 * person's language, or put another language into the open layout. `redirect` means that the target has a URL in that
 * language. `reload` means that it has none, so the browser loads the full page.
 */
export function keepLanguage(asked: Asked): { kind: 'redirect'; path: string } | { kind: 'reload' | 'stay' } {
  const { url, referer, chosen, wishes, isPart } = asked;
  const from = URL.parse(referer ?? '');
  const { locale: named, path } = readAddress(url.pathname);
  const before = from?.host === url.host ? readAddress(from.pathname).locale : null;
  if (named || !before || before === chooseLocale(chosen, wishes)) return { kind: 'stay' };
  if (chosen === undefined && isPublicPage(path))
    return { kind: 'redirect', path: addressIn(before, path) + url.search };
  return { kind: isPart ? 'reload' : 'stay' };
}
