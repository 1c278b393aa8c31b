import { UpstreamError } from '@tally/kernel';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { TwitchClient } from './client.ts';
import { findClipFiles } from './clip-files.ts';

const clip = { channelId: '7', id: 'Lamp-x' };
const asked: unknown[] = [];
const answering = (data: readonly object[] | number): TwitchClient =>
  ({
    async get(path: string, query: object, schema: z.ZodType) {
      asked.push([path, query]);
      if (typeof data === 'number')
        throw new UpstreamError({ world: 'twitch', kind: 'down', status: data, message: '' });
      return schema.parse({ data });
    },
  }) as never;
const url = 'https://production.assets.clips.twitchcdn.net/a.mp4?sig=b';

it('asks in the name of the owner of the channel, and hands on where the files are', async () => {
  const answer = [{ clip_id: 'Lamp-x', landscape_download_url: url, portrait_download_url: null }];
  expect(await findClipFiles(answering(answer), clip)).toEqual({ kind: 'found', landscapeUrl: url, portraitUrl: null });
  expect(asked).toEqual([['/clips/downloads', { editor_id: '7', broadcaster_id: '7', clip_id: 'Lamp-x' }]]);
});

it('only addresses of the web are addresses', async () => {
  const odd = { clip_id: 'Lamp-x', landscape_download_url: 'javascript:alert(1)', portrait_download_url: 'nowhere' };
  const none = { kind: 'found', landscapeUrl: null, portraitUrl: null };
  expect(await findClipFiles(answering([odd]), clip)).toEqual(none);
  expect(await findClipFiles(answering([{ clip_id: 'Lamp-x' }]), clip)).toEqual(none);
});

it.each([
  ['notAllowed', 403],
  ['gone', 404],
])('%s: %i', async (kind, status) => {
  expect(await findClipFiles(answering(status), clip)).toEqual({ kind });
});

it('treats a clip missing from the answer as gone, and throws other failures', async () => {
  expect(await findClipFiles(answering([{ clip_id: 'Other' }]), clip)).toEqual({ kind: 'gone' });
  await expect(findClipFiles(answering(503), clip)).rejects.toMatchObject({ status: 503 });
});
