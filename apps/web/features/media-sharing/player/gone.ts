import { getLocale, getTranslations } from 'next-intl/server';
import { directionOf } from '../../../i18n/locales.ts';

/**
 * Serves the OBS page for a replaced URL or a deleted room. It is a separate document, because Next renders its 404
 * pages with a script.
 */
export async function answerGone(request: Request): Promise<Response> {
  const [locale, t] = await Promise.all([getLocale(), getTranslations('media-player')]);
  const nonce = request.headers.get('x-nonce') ?? '';
  const html = `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<title>${t('title')}</title>
<style nonce="${nonce}">p { max-width: 40rem; padding: 1rem; font: 1.25rem system-ui; color: #fff; background: #000 }</style>
</head>
<body><p>${t('over')}</p></body>
</html>
`;
  return new Response(html, { status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
}
