import { vods as calls } from '@tally/contract';
import { createS3Files } from '@tally/infra/files';
import { sql } from '@tally/infra/sql';
import { type Ctx, hours, minutes, seconds } from '@tally/kernel';
import { startFakeS3 } from '@tally/tests/fake-s3';
import { BufferSource, Input, MP4 } from 'mediabunny';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { listTrouble } from '../error-logs/service.ts';
import { unlimited } from '../servers/service/plan.ts';
import { home, other, saving, useRecordings } from './__fixtures__/room.ts';
import { media, segment } from './__fixtures__/stand-in.ts';
import { countVods } from './service/count.ts';
import { readRecordings, readStored } from './service/read.ts';
import { openVod, readVod } from './service/watch.ts';

const room = useRecordings();
const { ctx, follow, tell, save, only, seen, runJob, isStored } = room;
const { answers, asked } = room.kick;

describe('a finished recording', () => {
  it('is saved once, for each server that requested it and whose plan allows it', async () => {
    await follow(home, saving);
    await follow(other, saving);
    await follow('900000000000000003', {});
    await follow('900000000000000004', saving);
    await tell();
    await tell();
    const { rows } = await room.world.db.execute('select server_id, hours, reason from vod_keepers order by 1');
    // The fourth server has the free plan.
    expect(rows).toEqual([home, other].map((server_id) => ({ server_id, hours: 336, reason: null })));
    expect(await seen()).toEqual([['waiting', null]]);
    expect(new Set(room.world.queued.map(({ name }) => name))).toEqual(new Set(['vods/save']));
  });

  it('of a streamer beyond the plan stays a link, with the reason', async () => {
    room.plan = { ...unlimited, ceilings: { ...unlimited.ceilings, vodStreamers: 1 } };
    await follow(home, saving, 'first', '8');
    await follow(home, saving);
    await tell();
    expect(await seen()).toEqual([['link', 'tooManyStreamers']]);
    expect(room.world.queued).toEqual([]);
  });

  it('costs the same queries however many servers want it', async () => {
    const statementsFor = async (serverIds: readonly string[]) => {
      for (const serverId of serverIds) await follow(serverId, saving);
      const counted = vi.spyOn(room.world.db, 'select');
      await tell();
      const count = counted.mock.calls.length;
      counted.mockRestore();
      return count;
    };
    const one = await statementsFor([home]);
    expect(await statementsFor(['910000000000000001', '910000000000000002', '910000000000000003'])).toBe(one);
  });

  it('on a platform that forbids copies stays a link', async () => {
    room.canOpen = false;
    await follow(home, saving);
    await tell();
    expect(await seen()).toEqual([['link', 'platform']]);
  });

  it('of a paused streamer is not saved', async () => {
    await follow(home, { ...saving, paused: true });
    await tell();
    expect(await seen()).toEqual([]);
  });
});

describe('saving', () => {
  beforeEach(async () => {
    await follow(home, saving);
    await tell();
  });

  it('makes one file, which each server has for as long as it wants', async () => {
    const id = await only();
    expect(await save(id)).toBeNull();
    const [kept] = (await readRecordings(ctx(), home)).recordings;
    expect(kept).toMatchObject({ state: 'kept', watchUrl: expect.stringContaining(`/vods/${home}/${id}`) });
    expect((kept?.allowedUntil?.getTime() ?? 0) - (kept?.savedAt?.getTime() ?? 0)).toBe(hours(336));
    expect((await ctx().files.find(`vods/${id}.mp4`))?.size).toBe(kept?.bytes);
    // The count includes files of earlier tests.
    expect(await countVods(ctx())).toEqual({ registeredFiles: 1, totalVodsInR2: expect.any(Number) });
    z.encode(calls.listRecordings.reply, await readRecordings(ctx(), home));
    z.encode(calls.listStored.reply, await readStored(ctx()));
    expect(await readVod(ctx(), id)).toMatchObject({ allowedGuilds: [home], contentType: 'video/mp4' });
    expect(await readStored(ctx())).toMatchObject({
      usedBytes: kept?.bytes,
      recordings: [{ servers: [{ guildId: home }] }],
    });
    // A second server joins the existing file.
    await follow(other, saving);
    await tell();
    expect(await seen(other)).toEqual([['kept', null]]);
    expect((await openVod(ctx(), other, id)).tempUrl).toContain(`/files/vods/${id}.mp4?`);
    expect((await room.world.db.execute('select reckoned_bytes, upload_id from vod_recordings')).rows).toHaveLength(1);
  });

  it('is saved by one process at a time, and two at most in total; another one takes over after a crash', async () => {
    const id = await only();
    await room.world.db.execute(
      sql`update vod_recordings set state = 'saving', busy_until = ${new Date(room.world.clock.now().getTime() + minutes(2)).toISOString()}`,
    );
    expect((await save(id))?.getTime()).toBe(room.world.clock.now().getTime() + minutes(2));
    expect(asked).toEqual([]);
    room.world.queued.length = 0;
    await runJob('vods/call-forgotten');
    expect(room.world.queued).toEqual([]);
    room.world.clock.move(minutes(5));
    await runJob('vods/call-forgotten');
    expect(room.world.queued).toEqual([{ name: 'vods/save', data: { recordingId: id } }]);
    const busy = new Date(room.world.clock.now().getTime() + minutes(2)).toISOString();
    for (const each of ['a', 'b'])
      await room.world.db.execute(sql`
        insert into vod_recordings (id, platform, video_id, channel_id, channel_name, url, started_at, state, found_at, busy_until)
        values (${each}, 'kick', ${each}, '7', 'choo', 'https://kick.com', now(), 'saving', now(), ${busy})`);
    expect((await save(id))?.getTime()).toBeGreaterThan(room.world.clock.now().getTime());
    expect(asked).toEqual([]);
    await room.world.db.execute("delete from vod_recordings where id = 'a'");
    expect([await save(id), await isStored(id)]).toEqual([null, true]);
  });

  it.each([
    ['forSubscribers', { kind: 'forSubscribers' }],
    ['blocked', { kind: 'blocked' }],
    ['gone', { kind: 'gone' }],
  ] as const)('does not begin if the platform returns %s', async (reason, answer) => {
    room.opened = answer;
    expect([await save(await only()), await seen()]).toEqual([null, [['link', reason]]]);
    expect(asked).toEqual([]);
  });

  it('informs the owner, once, that a recording for subscribers has no copy', async () => {
    room.opened = { kind: 'forSubscribers' };
    await save(await only());
    expect((await listTrouble(ctx(), home)).map(({ message, count }) => [message, count])).toEqual([
      ['A recording of choo was not saved: It is for subscribers only.', 1],
    ]);
  });

  it('waits while the stream still runs, according to any source', async () => {
    const id = await only();
    const inFive = () => new Date(room.world.clock.now().getTime() + minutes(5));
    room.opened = { kind: 'running' };
    expect(await save(id)).toEqual(inFive());
    room.world.clock.move(minutes(5));
    room.opened = { kind: 'open', url: `${room.origin}/master.m3u8` };
    answers.set('/360p30/playlist.m3u8', { status: 200, body: media(2, '') });
    expect(await save(id)).toEqual(inFive());
    expect(asked.filter((path) => path.endsWith('.ts'))).toEqual([]);
  });

  it.each([
    ['another host', { '/master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nhttp://127.0.0.2:9/playlist.m3u8' }],
    ['a file of this machine', { '/master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nfile:///etc/passwd' }],
    ['a page of HTML', { '/master.m3u8': '<!doctype html>' }],
    ['itself', { '/360p30/playlist.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nplaylist.m3u8' }],
    ['negative lengths', { '/360p30/playlist.m3u8': media(2).replace('10.0', '-10') }],
    ['no video', { '/360p30/0.ts': '<html>' }],
  ])('fails if a playlist leads to %s', async (_what, wrong) => {
    for (const [path, body] of Object.entries(wrong)) answers.set(path, { status: 200, body });
    expect(await save(await only())).toBeNull();
    const [[state, reason] = []] = await seen();
    expect([['link', 'failed'].includes(String(state)), reason]).toEqual([true, 'unreadable']);
    expect(await isStored(await only())).toBe(false);
  });

  it('requests a new address if the old one is refused, and continues', async () => {
    const id = await only();
    answers.set('/360p30/0.ts', { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' });
    expect((await save(id))?.getTime()).toBe(room.world.clock.now().getTime() + seconds(5));
    expect(await seen()).toEqual([['saving', null]]);
    room.world.clock.move(seconds(5));
    answers.set('/360p30/0.ts', { status: 200, body: segment });
    expect([await save(id), await seen()]).toEqual([null, [['kept', null]]]);
  });

  it('retries less and less often without answers, and gives up after two hours with the reason', async () => {
    const id = await only();
    answers.set('/360p30/playlist.m3u8', { status: 500, body: 'broken' });
    const pauses: number[] = [];
    for (let next = await save(id); next !== null; next = await save(id)) {
      pauses.push((next.getTime() - room.world.clock.now().getTime()) / 60_000);
      room.world.clock.move(next.getTime() - room.world.clock.now().getTime());
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60]);
    expect(await seen()).toEqual([['failed', 'unreachable']]);
  });

  /** Makes six segments, each with its own URL. */
  const sixPieces = (): void => {
    const numbered = media(6)
      .split('0.ts')
      .reduce((text, part, at) => `${text}${at - 1}.ts${part}`);
    answers.set('/360p30/playlist.m3u8', { status: 200, body: numbered });
    for (let number = 0; number < 6; number += 1) answers.set(`/360p30/${number}.ts`, { status: 200, body: segment });
  };
  const piecesAsked = () =>
    asked.filter((path) => path.endsWith('.ts')).map((path) => Number.parseInt(path.slice(8), 10));
  const marksLeft = async () => (await room.world.db.execute('select 1 from vod_marks')).rows.length;
  const secondsOf = async (mp4: Buffer | null) => {
    const input = new Input({ source: new BufferSource(new Uint8Array(mp4 ?? [])), formats: [MP4] });
    return Math.round(await input.computeDuration());
  };

  describe('an interrupted one', () => {
    const openBucket = async () => {
      const keys = { accessKeyId: 'id', secretAccessKey: 'secret', region: 'auto' };
      const s3 = await startFakeS3(keys);
      return { s3, files: createS3Files({ endpoint: s3.endpoint, bucket: 'tally', ...keys, partBytes: 40_000 }) };
    };
    const cutOff = async (id: string, more: Partial<Ctx> = {}) => {
      answers.set('/360p30/4.ts', { status: 403, body: 'AccessDenied' });
      await save(id, more);
      expect(await seen()).toEqual([['saving', null]]);
      answers.set('/360p30/4.ts', { status: 200, body: segment });
      room.world.clock.move(minutes(1));
      asked.length = 0;
    };

    it('continues in a bucket: stored parts are neither read nor sent again, and nothing stays half done', async () => {
      const { s3, files } = await openBucket();
      const id = await only();
      sixPieces();
      await cutOff(id, { files });
      const sentFirst = s3.parts.length;
      expect([s3.open.size, sentFirst > 4]).toEqual([1, true]);
      expect([await save(id, { files }), await seen()]).toEqual([null, [['kept', null]]]);
      expect(s3.parts.slice(sentFirst).filter((number) => number <= sentFirst)).toEqual([]);
      expect(Math.min(...piecesAsked())).toBeGreaterThanOrEqual(3);
      const objects: string[] = [];
      for await (const { key } of files.list('')) objects.push(key);
      expect([objects, s3.open.size, await marksLeft()]).toEqual([[`vods/${id}.mp4`], 0, 0]);
      expect(await secondsOf(await files.get(`vods/${id}.mp4`))).toBe(60);
      await s3.close();
    });

    it('has all tries again after progress: a crash after hours of work does not count', async () => {
      const { s3, files } = await openBucket();
      const id = await only();
      sixPieces();
      await room.world.db.execute('update vod_recordings set tries = 7');
      await cutOff(id, { files });
      const { rows } = await room.world.db.execute('select tries from vod_recordings');
      expect(rows).toEqual([{ tries: 1 }]);
      await s3.close();
    });

    it('continues on a disk', async () => {
      const id = await only();
      sixPieces();
      await cutOff(id);
      expect([await save(id), await seen()]).toEqual([null, [['kept', null]]]);
      expect(piecesAsked()).toEqual([4, 5]);
      expect(await secondsOf(await ctx().files.get(`vods/${id}.mp4`))).toBe(60);
      expect([await ctx().files.dropUnfinished(new Date(Date.now() + hours(1))), await marksLeft()]).toEqual([0, 0]);
    });

    it('starts over if its source changed, and leaves nothing of the old one', async () => {
      const id = await only();
      sixPieces();
      await cutOff(id);
      answers.set('/360p30/playlist.m3u8', { status: 200, body: media(2) });
      expect([await save(id), await seen()]).toEqual([null, [['kept', null]]]);
      expect(await secondsOf(await ctx().files.get(`vods/${id}.mp4`))).toBe(20);
      expect(await ctx().files.dropUnfinished(new Date(Date.now() + hours(1)))).toBe(0);
    });

    it('leaves nothing behind if it is no longer wanted', async () => {
      const id = await only();
      sixPieces();
      await cutOff(id);
      await room.world.db.execute(`update vod_keepers set reason = 'removed'`);
      await room.runJob('vods/expire');
      expect([await isStored(id), await marksLeft()]).toEqual([false, 0]);
      expect(await ctx().files.dropUnfinished(new Date(Date.now() + hours(1)))).toBe(0);
    });
  });

  it('leaves nothing behind on a full disk, and notifies its owners once', async () => {
    await follow(other, saving);
    await tell();
    const id = await only();
    const { files } = ctx();
    const isFull = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    let begun = 0;
    const full: Ctx['files'] = {
      ...files,
      putStream: async (key, source, about) => {
        const upTo = new TransformStream<Uint8Array, Uint8Array>({
          transform(chunk, stream) {
            begun += 1;
            if (begun > 2) throw isFull;
            stream.enqueue(chunk);
          },
        });
        const cut: typeof source = (stored) => {
          const { from, bytes } = source(stored);
          return { from, bytes: bytes.pipeThrough(upTo) };
        };
        return await files.putStream(key, cut, about);
      },
    };
    expect(await save(id, { files: full })).toBeNull();
    expect([begun, await seen(), await seen(other)]).toEqual([3, [['link', 'diskSpace']], [['link', 'diskSpace']]]);
    expect([await isStored(id), await files.dropUnfinished(new Date(Date.now() + hours(1)))]).toEqual([false, 0]);
    for (const server of [home, other])
      expect((await listTrouble(ctx(), server)).map(({ message, count }) => [message, count])).toEqual([
        ['A recording of choo was not saved: The disk is full right now.', 1],
      ]);
    expect((await room.world.db.execute('select reckoned_bytes from vod_recordings')).rows).toEqual([
      { reckoned_bytes: null },
    ]);
  });

  it('has the size that the largest plan allows', async () => {
    const sizes = ['160', '720', '1080'].map(
      (lines) => `#EXT-X-STREAM-INF:BANDWIDTH=${lines}000,RESOLUTION=1x${lines}\n${lines}p/playlist.m3u8`,
    );
    answers.set('/master.m3u8', { status: 200, body: ['#EXTM3U', ...sizes].join('\n') });
    const sizeOf = async (id: string) => {
      asked.length = 0;
      await save(id);
      return asked.find((path) => path.endsWith('playlist.m3u8'));
    };
    room.plan = { ...unlimited, ceilings: { ...unlimited.ceilings, vodHeight: 720 } };
    expect(await sizeOf(await only())).toBe('/720p/playlist.m3u8');
    room.world.clock.move(minutes(1));
    room.plan = unlimited;
    expect(await sizeOf(await only())).toBe('/1080p/playlist.m3u8');
    room.world.clock.move(minutes(2));
    room.plan = { ...unlimited, ceilings: { ...unlimited.ceilings, vodHeight: 0 } };
    expect(await sizeOf(await only())).toBe('/720p/playlist.m3u8');
  });

  it('stores the file for servers with room: a server whose space is full has a link', async () => {
    await follow(other, saving);
    await tell();
    const id = await only();
    await room.world.db.execute(sql`
      insert into vod_recordings (id, platform, video_id, channel_id, channel_name, url, started_at, state, found_at, bytes)
      values ('full', 'kick', 'full', '7', 'choo', 'https://kick.com', now(), 'kept', ${new Date(room.world.clock.now().getTime() - hours(24)).toISOString()}, 900000)`);
    await room.world.db.execute(sql`insert into vod_keepers values ('full', ${home}, 'choo', 12, null, null)`);
    expect(await save(id)).toBeNull();
    expect([(await seen())[0], await seen(other)]).toEqual([['link', 'serverSpace'], [['kept', null]]]);
    room.world.clock.move(1_000);
    await tell('v2');
    await room.world.db.execute("update vod_recordings set bytes = 4999900000 where id = 'full'");
    await room.world.db.execute("update vod_keepers set server_id = '900000000000000009' where recording_id = 'full'");
    const { rows } = await room.world.db.execute("select id from vod_recordings where video_id = 'v2'");
    await save(String(rows[0]?.['id']));
    expect((await seen(other))[0]).toEqual(['link', 'totalSpace']);
  });
});
