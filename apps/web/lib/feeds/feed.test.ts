import { expect, test } from 'vitest';
import { answerFeed, type Feed, toJsonFeed, toRss } from './feed.ts';

const feed: Feed = {
  title: 'Changes & more',
  description: 'What is <new>',
  pageUrl: 'https://tally.example/changelogs',
  feedUrl: 'https://tally.example/changelogs/feed.xml',
  language: 'en-US',
  items: [
    {
      uuid: '0a0b0c0d-0000-4000-8000-000000000001',
      title: 'One\u0000 ]]> "two"',
      url: 'https://tally.example/changelogs/one',
      html: '<p>A &amp; B</p>',
      publishedAt: new Date('2026-11-25T10:00:00Z'),
      changedAt: new Date('2026-11-26T10:00:00Z'),
      author: 'Robin',
      tags: ['Kick & more'],
      image: 'https://tally.example/files/content/a.png',
    },
  ],
};

test('stays a valid document with any title', () => {
  const rss = toRss(feed);
  expect(rss).toContain('<title>One ]]&gt; &quot;two&quot;</title>');
  expect(rss).toContain('<description>&lt;p&gt;A &amp;amp; B&lt;/p&gt;</description>');
  expect(rss).toContain('<guid isPermaLink="false">urn:uuid:0a0b0c0d-0000-4000-8000-000000000001</guid>');
  expect(rss).toContain('<pubDate>Wed, 25 Nov 2026 10:00:00 GMT</pubDate>');
});

test('an item names its author, the date of its change and its tags', () => {
  expect(toRss(feed)).toContain('<category>Kick &amp; more</category>');
  const { items } = JSON.parse(toJsonFeed(feed)) as { items: object[] };
  expect(items[0]).toMatchObject({
    date_modified: '2026-11-26T10:00:00.000Z',
    authors: [{ name: 'Robin' }],
    tags: ['Kick & more'],
    image: 'https://tally.example/files/content/a.png',
  });
});

test('an item keeps its id when its address changes', () => {
  const renamed = {
    ...feed,
    items: feed.items.map((item) => ({ ...item, url: 'https://tally.example/changelogs/two' })),
  };
  const [before, after] = [feed, renamed].map((each) => JSON.parse(toJsonFeed(each)) as { items: { id: string }[] });
  expect(after?.items[0]?.id).toBe(before?.items[0]?.id);
});

test('answers that nothing changed, and asks to retry during an outage', async () => {
  const first = answerFeed(new Request('https://tally.example/'), 'rss', feed);
  const etag = first.headers.get('etag') ?? '';
  expect(first.status).toBe(200);
  const again = answerFeed(new Request('https://tally.example/', { headers: { 'if-none-match': etag } }), 'rss', feed);
  expect(again.status).toBe(304);
  expect(await again.text()).toBe('');
  expect(answerFeed(new Request('https://tally.example/'), 'json', null).status).toBe(503);
});
