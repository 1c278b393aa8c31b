import { chooseLocale } from '../../i18n/locale.ts';
import { addressIn, readAddress } from '../paths/addresses.ts';
import { isPublicPage } from '../paths/public-pages.ts';

interface Asked {
  readonly url: URL;
  /** The page with the link, according to the browser. */
  readonly referer: string | null;
  /** The language that the person chose, if they ever did. */
  readonly chosen: string | undefined;
  readonly wishes: string | null;
  /** A part for the open page, not a full page. */
  readonly isPart: boolean;
}

/**
 * Links on a page of a language lead to bare addresses. Following one must not choose that language permanently, and
 * must not put a page of another language into the open frame. `redirect`: the page has an address in that language.
 * `reload`: it has none, so the browser loads frame and page again.
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
