import { listContract } from '@tally/contract';
import type { Deed } from '@tally/contract/admin/people';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { NuqsTestingAdapter } from 'nuqs/adapters/testing';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import arabic from '../../../messages/ar-SA/admin.json' with { type: 'json' };
import english from '../../../messages/en-US/admin.json' with { type: 'json' };
import premium from '../../../messages/en-US/premium.json' with { type: 'json' };
import ui from '../../../messages/en-US/ui.json' with { type: 'json' };
import { deedChoicesQuery, deedsQuery } from './api.ts';
import { AuditScreen } from './screen.tsx';
import { dayFrom } from './use-filters.ts';

const robin = '100000000000000001' as NonNullable<Deed['userId']>;
const line: Deed = {
  deedId: '1',
  userId: robin,
  username: 'robin',
  call: 'blog.updateBlog',
  about: { id: 'summer' },
  title: 'Late summer',
  href: '/admin/blogs/summer',
  person: null,
  server: null,
  changes: [
    { field: 'title', before: 'Summer', after: 'Late summer' },
    { field: 'content', before: { characters: 120 }, after: { characters: 140 } },
    { field: 'isPublic', before: false, after: true },
    { field: 'Overrides', before: 5, after: 77 },
  ],
  reason: null,
  at: new Date('2026-01-02T03:04:00Z'),
};
const nobody: Parameters<typeof deedsQuery>[0] = {
  userId: null,
  personId: null,
  serverId: null,
  deed: null,
  from: null,
  until: null,
};

function shown(rows: readonly Deed[] | null, { address = '', wanted = nobody } = {}) {
  const client = new QueryClient();
  if (rows) client.setQueryData(deedsQuery(wanted).queryKey, { pages: [[...rows]], pageParams: [undefined] });
  client.setQueryData(deedChoicesQuery().queryKey, {
    staff: [{ userId: robin, username: 'robin' }],
    calls: ['blog.updateBlog'],
  });
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider locale="en-US" messages={{ admin: english, premium, ui }} timeZone="UTC">
        <NuqsTestingAdapter searchParams={address}>
          <AuditScreen />
        </NuqsTestingAdapter>
      </NextIntlClientProvider>
    </QueryClientProvider>,
  );
}
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');

describe('the audit log', () => {
  it('names the changed thing, with a link, and each field before and after', () => {
    const html = shown([line]);
    expect(html).toContain('href="/admin/blogs/summer"');
    const text = textOf(html);
    expect(text).toContain('robin edited a post Late summer');
    expect(text).toContain('Title Before: Summer After: Late summer');
    expect(text).toContain('Text Before: 120 characters After: 140 characters');
    expect(text).toContain('Public Before: Off After: On');
    expect(text).toContain('Overrides Before: 5 After: 77');
  });

  it('names people and servers and links to them', () => {
    const person = { userId: '200000000000000001' as never, username: 'ann' };
    const server = { serverId: '801000000000000000' as never, name: null };
    const bare = { ...line, title: null, href: null, changes: [] };
    const html = shown([
      { ...bare, call: 'admin.getPersonFile', person },
      { ...bare, deedId: '2', call: 'premium.updateManaged', server, userId: null, username: null },
    ]);
    expect(html).toContain('href="/admin/people/200000000000000001"');
    expect(html).toContain('href="/admin/servers/801000000000000000"');
    expect(textOf(html)).toContain('robin viewed a person @ann');
    expect(textOf(html)).toContain('A deleted account changed a plan 801000000000000000');
  });

  it('has a state for loading, for nothing, and for filters that match nothing', () => {
    expect(shown(null)).toContain('aria-busy');
    expect(textOf(shown([]))).toContain('Nothing has been recorded yet.');
    const address = `?who=${robin}&deed=blog.updateBlog&day=2026-01-02`;
    const day = { from: dayFrom('2026-01-02'), until: dayFrom('2026-01-02', 1) };
    const text = textOf(shown([], { address, wanted: { ...nobody, userId: robin, deed: 'blog.updateBlog', ...day } }));
    expect(text).toContain('No lines match.');
    expect(text).toContain('Clear filters');
  });

  it('reads a day by the clock of the reader, and ignores other texts', () => {
    expect(dayFrom('2026-02-28', 1)).toEqual(new Date(2026, 2, 1));
    expect([dayFrom('2026-02-30'), dayFrom('soon'), dayFrom(null)]).toEqual([null, null, null]);
  });

  it.each([english, arabic])('has words for each call that gets a line', ({ deeds }) => {
    const recorded = listContract().filter(({ endpoint: { access, method, isPersonal } }) =>
      method === 'GET' ? isPersonal : access.who === 'staff' || access.who === 'dev',
    );
    const keys = recorded.map(({ key }) => key.replaceAll(/[.-]/g, '_'));
    expect(keys.filter((key) => !(key in deeds))).toEqual([]);
  });
});
