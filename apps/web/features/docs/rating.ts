import { go } from '../../lib/browser/go.ts';
import { config } from '../../lib/config.ts';
import { addressIn, LOCALE_HEADER, readAddress } from '../../lib/paths/addresses.ts';
import { isSameOrigin } from '../../lib/proxy/same-origin.ts';
import { askApi } from '../../lib/server-api.ts';
import { docAddress } from './address.ts';

/** Handles a plain form, because two buttons are not worth a script on every handbook page. */
export async function storeRating(
  request: Request,
  { params }: { params: Promise<{ section: string; doc: string }> },
): Promise<Response> {
  if (!isSameOrigin(request, config().webUrl)) return new Response(null, { status: 403 });
  const [{ section, doc }, form] = await Promise.all([params, request.formData()]);
  const answer = form.get('helpful') === 'yes' ? 'yes' : 'no';
  const sentence = form.get('sentence');
  const text = typeof sentence === 'string' ? sentence.trim() : '';
  const path = docAddress({ section: encodeURIComponent(section), page: encodeURIComponent(doc) });
  const body = { isHelpful: answer === 'yes', ...(text === '' ? {} : { sentence: text }) };
  // The page's address may contain a language.
  const from = readAddress(URL.parse(request.headers.get('referer') ?? '')?.pathname ?? '');
  const locale = from.path === path ? from.locale : null;
  const headers = new Headers(request.headers);
  if (locale) headers.set(LOCALE_HEADER, locale);
  const asked = new Request(request.url, { headers });
  const isStored = (await askApi(asked, `/data${path}/helpful`, { method: 'POST', body })) !== null;
  const done = text === '' ? answer : 'sent';
  return go(`${locale ? addressIn(locale, path) : path}?helpful=${isStored ? done : 'failed'}#helpful`);
}
