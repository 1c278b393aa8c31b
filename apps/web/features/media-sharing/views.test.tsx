import type { PublicMediaItem, PublicMediaRoom } from '@tally/contract/media-sharing/views';
import { UserId } from '@tally/contract/wire/ids';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import failures from '../../messages/en-US/failures.json' with { type: 'json' };
import media from '../../messages/en-US/media-sharing.json' with { type: 'json' };
import ui from '../../messages/en-US/ui.json' with { type: 'json' };
import { OwnRequests } from './public/own-requests.tsx';
import { Chats } from './room/chats.tsx';
import { NowPlaying } from './room/queue/now-playing.tsx';
import { Pending } from './room/queue/pending.tsx';
import { Queue } from './room/queue/queue.tsx';
import { SetUp } from './room/setup.tsx';
import { item, room } from './sample-room.ts';

const userId = UserId.parse('200000000000000001');
const players = { youtube: 'https://www.youtube-nocookie.com', tiktok: 'https://www.tiktok.com' };
const now = new Date('2026-11-25T10:00:10Z');

const drawn = (view: ReactNode): string =>
  renderToStaticMarkup(
    <NextIntlClientProvider locale="en-US" timeZone="UTC" now={now} messages={{ 'media-sharing': media, ui, failures }}>
      <QueryClientProvider client={new QueryClient()}>{view}</QueryClientProvider>
    </NextIntlClientProvider>,
  );
const pendingOf = (of = item()) => drawn(<Pending userId={userId} room={room({ pending: [of] })} players={players} />);
const playingOf = (rest: Parameters<typeof room>[0]) =>
  drawn(<NowPlaying userId={userId} room={room(rest)} receivedAt={now.getTime()} onSetUp={() => {}} />);

test('a request shows what helps to decide, and loads nothing from other sites', () => {
  const seen = pendingOf();
  for (const words of ['A song', 'A singer', '3:32', '12.3K views', 'ada', 'Kick', '3 played, 1 refused here'])
    expect(seen).toContain(words);
  expect(seen).toContain('aria-label="Approve \u2068A song\u2069"');
  expect(seen).not.toContain('<iframe');
  expect(pendingOf(item({ record: { played: 0, refused: 0 } }))).toContain('First request');
});

test('hostile titles and names are text', () => {
  const evil = '<img src=x onerror=alert(1)>';
  const seen = pendingOf(item({ title: evil, author: evil, sender: { origin: 'twitch', id: '1', name: evil } }));
  expect(seen).not.toContain('<img');
  expect(seen).toContain('&lt;img src=x onerror=alert(1)&gt;');
  // Characters that change the text direction are isolated.
  expect(pendingOf(item({ title: '\u202egnos' }))).toContain('<bdi');
});

test('a video without title or length is named all the same', () => {
  const seen = pendingOf(item({ title: null, lengthSeconds: null, provider: 'tiktok', kind: 'tiktok' }));
  expect(seen).toContain('Untitled video');
  expect(seen).toContain('Length unknown');
});

test('the current video shows its progress and the controls', () => {
  const playing = item({ state: 'playing' });
  const seen = playingOf({ playing, second: 40 });
  expect(seen).toContain('0:50 / 3:32');
  expect(seen).toContain('Pause');
  expect(seen).not.toContain('Set up in OBS');
  expect(playingOf({ playing, second: 40, paused: true })).toContain('0:40 / 3:32');
  expect(playingOf({ playing, votes: { given: 2, needed: 3 } })).toContain('2 of 3 votes to skip');
  expect(playingOf({})).toContain('Nothing playing');
});

test('a missing or failing player is reported, with the way to fix it', () => {
  const off = { hasAddress: true, isConnected: false, lastSeenAt: null, trouble: null };
  expect(playingOf({ player: off })).toContain('Set up in OBS');
  expect(playingOf({ player: { ...off, trouble: 'Three failed in a row.' } })).toContain('Three failed in a row.');
  expect(playingOf({ player: off, isOwner: false })).not.toContain('No player is connected');
});

test('the first of the queue cannot go up, the last not down', () => {
  const queue = [item({ itemId: 'a', title: 'One' }), item({ itemId: 'b', title: 'Two' })];
  const seen = drawn(<Queue userId={userId} room={room({ queue })} />);
  const isOff = (label: string) =>
    new RegExp(`<button[^>]*aria-label="${label}"[^>]*disabled=""`).test(seen.replaceAll(/[\u2068\u2069]/g, ''));
  expect(['Move One up', 'Move One down', 'Move Two up', 'Move Two down'].map(isOff)).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

const chatsOf = (kick: ReturnType<typeof room>['chats']['kick'], isOwner = true) =>
  drawn(
    <Chats
      userId={userId}
      room={room({ isOwner, chats: { kick, twitch: room().chats.twitch } })}
      viewersPage="https://tally.example/media/robin"
    />,
  );

test('each unread or unanswered chat shows why, with one way out', () => {
  const silent = { channel: null };
  const remedies = {
    notLinked: 'Link the account',
    needsGrant: 'Allow it',
    noBot: 'Copy the viewers’ page',
    full: 'Check again',
    off: 'Copy the viewers’ page',
    platformDown: 'Check again',
  } as const;
  for (const [state, remedy] of Object.entries(remedies) as [keyof typeof remedies, string][]) {
    expect(chatsOf({ hears: state, answers: state, ...silent })).toContain(remedy);
    expect(chatsOf({ hears: 'works', answers: state, ...silent })).toContain(remedy);
  }
  const waiting = chatsOf({ hears: 'waiting', answers: 'works', channel: 'robin' });
  expect(waiting).toContain('We start to read the chat within seconds of the start of a stream.');
  expect(waiting).not.toContain('<button');
  // A helper sees no request for a fix that only the owner can make.
  expect(chatsOf({ hears: 'notLinked', answers: 'notLinked', ...silent }, false)).not.toContain('Link the account');
});

test('the address of the player is nowhere on the page, and is made before it is copied', () => {
  const fresh = room({ player: { hasAddress: false, isConnected: false, lastSeenAt: null, trouble: null } });
  const seen = drawn(<SetUp userId={userId} room={fresh} />);
  expect(seen).toContain('Create and copy');
  expect(seen).toMatch(/<button[^>]*disabled=""[^>]*>(?:(?!<\/button>).)*Copy the address/);
  const made = drawn(<SetUp userId={userId} room={room()} />);
  expect(made).toContain('Replace the address');
  expect(made).not.toContain('/media/player/');
});

test('an own request shows its place, or why it failed', () => {
  const { state: _, ...video } = item();
  const own: PublicMediaItem = {
    ...video,
    state: 'queued',
    senderName: 'ada',
    isOwn: true,
    place: 3,
    explanation: null,
  };
  const shown = (change: Partial<PublicMediaItem>) =>
    drawn(<OwnRequests room={{ name: 'robin', own: [{ ...own, ...change }] } as unknown as PublicMediaRoom} />);
  expect(shown({})).toContain('Place 3');
  expect(shown({ place: 1 })).toContain('Next');
  expect(shown({ state: 'pending', place: null })).toContain('Waiting for approval');
  const unknown = shown({ state: 'refused', title: null, lengthSeconds: null, url: 'https://youtu.be/none' });
  expect(unknown).toContain('youtu.be/none');
  expect(unknown).not.toMatch(/<bdi>Untitled video|Length unknown/);
  const refused = shown({ state: 'refused', place: null, explanation: 'Too loud <b>' });
  expect(refused).toContain('Refused');
  expect(refused).toContain('Too loud &lt;b&gt;');
  expect(refused).not.toContain('Cancel');
});

test('of own requests that went wrong only the newest is open', () => {
  const { state: _, ...video } = item();
  const own = (itemId: string, state: PublicMediaItem['state']): PublicMediaItem => {
    const rest = { senderName: 'ada', isOwn: true, place: null, explanation: `why ${itemId}` };
    return { ...video, ...rest, itemId: itemId as PublicMediaItem['itemId'], state };
  };
  const list = [own('a', 'refused'), own('b', 'failed'), own('c', 'queued'), own('d', 'refused')];
  const seen = drawn(<OwnRequests room={{ name: 'robin', own: list } as unknown as PublicMediaRoom} />);
  const [open = '', folded = ''] = seen.split('<details');
  expect(['a', 'c'].every((id) => open.includes(`why ${id}`))).toBe(true);
  expect(folded).toContain('2 other requests were not played');
  expect(['b', 'd'].every((id) => folded.includes(`why ${id}`) && !open.includes(`why ${id}`))).toBe(true);
});
