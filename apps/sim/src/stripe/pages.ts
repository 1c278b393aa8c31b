/**
 * Stripe's pages for people: the checkout, an invoice, the portal. They need links, not forms (see
 * `platform/consent.ts`).
 */
import { escapeHtml } from '../http/reply.ts';
import { sitePage } from '../platform/consent.ts';
import type { Answer } from './call.ts';

export interface PageAbout {
  readonly title: string;
  readonly intro?: string;
  readonly trouble?: string | undefined;
  readonly rows?: readonly { readonly name: string; readonly note?: string; readonly value: string }[];
  readonly links: readonly {
    readonly href: string;
    readonly text: string;
    readonly note?: string;
    readonly isPlain?: true;
  }[];
}

export function page({ title, intro = '', trouble, rows = [], links }: PageAbout, status = 200): Answer {
  const small = (text: string | undefined) => (text ? `<small>${escapeHtml(text)}</small>` : '');
  const row = ({ name, note, value }: (typeof rows)[number]) =>
    `<li><span>${escapeHtml(name)}${small(note)}</span><b>${escapeHtml(value)}</b></li>`;
  const link = ({ href, text, note, isPlain }: (typeof links)[number]) =>
    isPlain
      ? `<p><a class="consent-no" href="${escapeHtml(href)}">${escapeHtml(text)}</a></p>`
      : `<li><a href="${escapeHtml(href)}"><span>${escapeHtml(text)}${small(note)}</span></a></li>`;
  const inner = `${intro ? `<p>${escapeHtml(intro)}</p>` : ''}
${trouble ? `<p class="consent-trouble" role="alert">${escapeHtml(trouble)}</p>` : ''}
${rows.length > 0 ? `<ul class="consent-rows">${rows.map(row).join('')}</ul>` : ''}
<ul class="consent-people">${links
    .filter((each) => !each.isPlain)
    .map(link)
    .join('')}</ul>
${links
  .filter((each) => each.isPlain)
  .map(link)
  .join('')}`;
  const site = 'Stripe: no money moves';
  return sitePage({ tab: `${title} · simulated Stripe`, mark: 'stripe', site, title, inner }, status);
}

export const goTo = (location: string): Answer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
});
