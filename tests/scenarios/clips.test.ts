import { account, type ClipPage, clips, connections } from '@tally/contract';
import { minutes } from '@tally/kernel';
import { alertRoom } from '@tally/tests/alert-room';
import { linkAccount } from '@tally/tests/link';
import { beforeAll, expect, it, vi } from 'vitest';

/** A Twitch streamer allows downloads of clips, then forbids them. Each test continues from the last one. */
interface Shown {
  embeds: { title?: string }[];
  components?: { components: { label?: string; url?: string }[] }[];
}

const room = alertRoom<Shown>('twitch', (id) => ({
  notificationChannelId: id,
  builtInClipsEnabled: true,
  builtInClipsChannelId: id,
}));
const until = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 30_000, interval: 200 });
const twitch = { platform: 'twitch' } as const;

/** Creates a clip and returns the message about it. */
async function cut(title: string, layouts: readonly string[] = ['landscape']): Promise<{ id: string; shown: Shown }> {
  const about = { who: 'xqc', by: 'tinwhistler', title, layouts };
  const { clip_id: id } = room.act('clip', about) as { clip_id: string };
  await room.api.pass(minutes(11));
  const shown = await until(async () => {
    const found = (await room.shown()).find(({ embeds }) => embeds[0]?.title === title);
    expect(found).toBeDefined();
    return found as Shown;
  });
  return { id, shown };
}
const buttonsOf = ({ components }: Shown) =>
  (components ?? []).flatMap((row) => row.components.map(({ label, url }) => [label, url]));
const open = async (clipId: string) => {
  const answer = await room.call(clips.showClip, { params: { ...twitch, clipId } });
  return answer.json.data as ClipPage;
};

const link = async (depth: 'viewer' | 'clips') =>
  await linkAccount(room.api, await room.api.logIn(), { ...twitch, as: 'xqc', depth });
const sharesClips = async () => {
  const { json } = await room.call(account.me, {});
  return (json.data as { database: { twitchAccount: { sharesClips: boolean } | null } }).database.twitchAccount;
};

beforeAll(async () => {
  await room.add('xqc');
  await vi.waitUntil(
    async () => {
      const asked = `select 1 from channels where platform = 'twitch' and clips_asked_at is not null`;
      return (await room.api.ctx.db.execute(asked)).rows.length === 1;
    },
    { timeout: 30_000, interval: 200 },
  );
  room.act('go-live', { who: 'xqc', title: 'By lamplight' });
});

it('without permission there is no button, and the page explains it', async () => {
  await link('viewer');
  expect(await sharesClips()).toMatchObject({ sharesClips: false });
  const { id, shown } = await cut('Before');
  expect(buttonsOf(shown).map(([label]) => label)).not.toContain('Download');
  expect(await open(id)).toMatchObject({ title: 'Before', state: 'notAllowed', landscapeUrl: null });
});

it('the streamer allows it: a button leads to our page, and from there to the file', async () => {
  await link('clips');
  expect(await sharesClips()).toMatchObject({ sharesClips: true });
  const { id, shown } = await cut('After');
  expect(buttonsOf(shown)).toContainEqual(['Download', `${room.api.ctx.config.webUrl}/clips/twitch/${id}`]);
  const page = await open(id);
  expect(page).toMatchObject({ streamer: 'xQc', title: 'After', state: 'ready', portraitUrl: null });
  const file = await fetch(page.landscapeUrl ?? '');
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'video/mp4']);
});

it('a clip of which Twitch has no file yet, and one that was never posted', async () => {
  const { id } = await cut('Too early', []);
  expect(await open(id)).toMatchObject({ state: 'notYet' });
  for (const clipId of ['NobodyPostedIt', 'CarefulLamp71092938']) {
    expect((await room.call(clips.showClip, { params: { ...twitch, clipId } })).status).toBe(404);
  }
});

it('Twitch is down: the page reports that, not a missing permission', async () => {
  const { id } = await cut('During the outage');
  room.act('trouble', { kind: 'outage', minutes: 1 });
  expect(await open(id)).toMatchObject({ state: 'down' });
  room.act('calm', {});
  expect(await open(id)).toMatchObject({ state: 'ready' });
});

it('the account is unlinked: from then on no address is given, also of clips that were posted', async () => {
  const { id } = await cut('The last one');
  expect(await open(id)).toMatchObject({ state: 'ready' });
  const gone = await room.call(connections.disconnect, { params: twitch });
  expect(gone.status).toBe(200);
  expect(await open(id)).toMatchObject({ state: 'notAllowed', landscapeUrl: null });
  const { shown } = await cut('Afterwards');
  expect(buttonsOf(shown).map(([label]) => label)).not.toContain('Download');
});
