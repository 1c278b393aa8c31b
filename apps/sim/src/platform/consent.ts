import { escapeHtml } from '../http/reply.ts';
import { type Answer, answerPage } from './call.ts';

// With `form-action` in a policy, Chromium refuses the redirect to the app after a submit, so there is no form.
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'";

export interface Candidate {
  /** The value of `as` in the URL if this person is chosen. */
  readonly id: string;
  readonly name: string;
  readonly pictureUrl: string;
  readonly line: string;
}

/** Returns a page of a simulated site for people, below the site's mark. `inner` is HTML. */
export function sitePage(
  about: { tab: string; mark: string; site: string; title: string; inner: string },
  status = 200,
) {
  const { tab, mark, site, title, inner } = about;
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(tab)}</title>
<link rel="stylesheet" href="/page/styles/tokens.css">
<link rel="stylesheet" href="/page/styles/consent.css">
<link rel="stylesheet" href="/page/styles/marks.css">
</head>
<body class="consent">
<main>
<p class="consent-world"><i class="glyph glyph-${mark}"></i>Simulated ${site}</p>
<h1>${escapeHtml(title)}</h1>
${inner}
</main>
</body>
</html>`;
  return answerPage(status, body, { 'cache-control': 'no-store', 'content-security-policy': POLICY });
}

/** Asks "Who are you?". Choosing a person logs them in and gives their consent. */
export function consentPage(about: {
  platform: string;
  mark: string;
  query: URLSearchParams;
  people: readonly Candidate[];
}): Answer {
  const { platform, mark, query, people } = about;
  const link = (as: string): string => {
    const chosen = new URLSearchParams(query);
    chosen.set('as', as);
    return `?${escapeHtml(chosen.toString())}`;
  };
  const row = ({ id, name, pictureUrl, line }: Candidate): string =>
    `<li><a href="${link(id)}"><img src="${escapeHtml(new URL(pictureUrl).pathname)}" alt="" width="36" height="36">` +
    `<span>${escapeHtml(name)}<small>${escapeHtml(line)}</small></span></a></li>`;
  const scopes = (query.get('scope') ?? '').split(' ').filter(Boolean);
  const wishes = scopes.map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`);
  const inner = `<p>The app asks to:</p>
<ul class="consent-scopes">${wishes.join('')}</ul>
<ul class="consent-people">${people.map(row).join('')}</ul>
<p><a class="consent-no" href="${link('')}">No, go back</a></p>`;
  return sitePage({
    tab: `Log in to the simulated ${platform}`,
    mark,
    site: platform,
    title: 'Who is logging in?',
    inner,
  });
}
