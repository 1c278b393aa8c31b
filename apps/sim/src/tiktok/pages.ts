/** The HTML around the data, with the parts that programs check. */
import { type Answer, answerPage } from './call.ts';

export type StateTag = 'SIGI_STATE' | '__UNIVERSAL_DATA_FOR_REHYDRATION__' | '__FRONTITY_CONNECT_STATE__';

/**
 * Slashes are escaped, so no text can close the tag. The two line breaks that only JavaScript knows are escaped too,
 * because programs find the data with a single-line pattern.
 */
const inTag = (value: unknown): string =>
  JSON.stringify(value).replaceAll('/', '\\u002F').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

const shell = (head: string, body = ''): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>TikTok - Make Your Day</title>${head}</head>` +
  `<body><div id="app">${body}</div><script>window.__pageReady = true</script></body></html>`;

export const pageWithState = (tag: StateTag, state: unknown, status = 200): Answer =>
  answerPage(status, shell('', `<script id="${tag}" type="application/json">${inTag(state)}</script>`));

/** Returns the app's page without its data. */
export const bareShell = (): Answer => answerPage(200, shell('', 'Loading'));

/** Returns a browser challenge, as seen on pages since August 2026: https://github.com/yt-dlp/yt-dlp/issues/17403 */
export const challenge = (): Answer =>
  answerPage(
    200,
    '<!DOCTYPE html><html lang="en"><head><script id="slardar-config" type="application/json">' +
      '{"slardarClient":"SlardarWAF","bid":"slardar_us_waf","pid":"js-44"}</script></head><body>Please wait...' +
      '<p id="wci" class="_wafchallengeid"></p><p id="rci" class="waforiginalreid"></p></body></html>',
    { 'x-tt-system-error': '3' },
  );

export const captcha = (): Answer =>
  answerPage(
    200,
    shell('<script src="/captcha/index.js"></script>', '<h1>Verify to continue</h1><p>Drag the slider</p>'),
  );
