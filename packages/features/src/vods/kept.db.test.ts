import { ServerId } from '@tally/contract';
import { sql } from '@tally/infra/sql';
import { hours } from '@tally/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import { listTrouble } from '../error-logs/service.ts';
import { unlimited } from '../servers/service/plan.ts';
import { home, other, saving, useRecordings } from './__fixtures__/room.ts';
import { vods } from './index.ts';
import { drop, keepFor, removeVod } from './service/change.ts';
import { countVods } from './service/count.ts';
import { keepPart } from './service/guild-part.ts';
import { changePermission, readPermission } from './service/permission.ts';
import { openVod, readVod } from './service/watch.ts';

const room = useRecordings();
const { ctx, follow, tell, save, only, seen, runJob, isStored } = room;

it('/vods shows for each recording where it can be watched, or why not here', async () => {
  await follow(home, saving);
  await tell();
  const [command] = vods.commands;
  const list = async () => JSON.stringify(await command?.run?.(ctx(), { serverId: home, options: {} } as never));
  expect(await list()).toContain('Waiting to be saved');
  await save(await only());
  expect(await list()).toMatch(/Watch here\]\(http\S+\/vods\/900000000000000001\/\S+\) until <t:\d+:f>/);
  room.opened = { kind: 'forSubscribers' };
  room.world.clock.move(1_000);
  await tell('v2');
  await save(await only());
  expect(await list()).toContain('(https://kick.com/choo/videos/v2). It is for subscribers only.');
});

describe('a saved recording', () => {
  let id: string;
  beforeEach(async () => {
    await follow(home, saving);
    await follow(other, saving);
    await tell();
    id = await only();
    await save(id);
  });
  const refusal = async (work: Promise<unknown>) =>
    await work.then(
      () => null,
      (error: { code?: string }) => error.code,
    );

  it('is deleted once it has expired in all servers, and the address says that it existed', async () => {
    await keepFor(ctx(), { serverId: home, id }, 12);
    room.world.clock.move(hours(12));
    expect(await refusal(openVod(ctx(), home, id))).toBe('recordingGone');
    await runJob('vods/expire');
    expect([await seen(), await seen(other), await isStored(id)]).toEqual([
      [['over', 'expired']],
      [['kept', null]],
      true,
    ]);
    expect(await refusal(keepFor(ctx(), { serverId: home, id }, 336))).toBe('recordingGone');
    room.world.clock.move(hours(336));
    await runJob('vods/expire');
    expect([await seen(other), await isStored(id)]).toEqual([[['over', 'expired']], false]);
    expect(await countVods(ctx())).toMatchObject({ registeredFiles: 0 });
  });

  it('is closed to invented keys, and to servers that do not have it', async () => {
    const stranger = ServerId.parse('900000000000000005');
    const tries = [openVod(ctx(), home, 'made-up'), openVod(ctx(), stranger, id), readVod(ctx(), 'made-up')];
    expect(await Promise.all(tries.map(refusal))).toEqual(['notFound', 'notFound', 'notFound']);
  });

  it('can be deleted by one server, and by staff for all, at once', async () => {
    await drop(ctx(), { serverId: home, id });
    expect([await seen(), await seen(other), await isStored(id)]).toEqual([
      [['over', 'removed']],
      [['kept', null]],
      true,
    ]);
    await removeVod(ctx(), id);
    expect([await seen(other), await isStored(id)]).toEqual([[['over', 'removed']], false]);
    expect(await refusal(openVod(ctx(), other, id))).toBe('recordingGone');
  });

  it('is deleted with the last server that has it', async () => {
    await vods.forgetServer(ctx(), home);
    await runJob('vods/expire');
    expect([await seen(), await isStored(id)]).toEqual([[], true]);
    await vods.forgetServer(ctx(), other);
    await runJob('vods/expire');
    expect(await isStored(id)).toBe(false);
  });

  it('is kept no longer than the plan allows', async () => {
    room.plan = { ...unlimited, ceilings: { ...unlimited.ceilings, vodHours: 72 } };
    await expect(keepFor(ctx(), { serverId: home, id }, 168)).rejects.toMatchObject({
      code: 'keepHoursNotInPlan',
      values: { time: '3 days' },
    });
    const check = async (hoursToKeep: number) =>
      await refusal(keepPart.check?.(ctx(), home, { vodDownloadStoreForHours: hoursToKeep }) ?? Promise.resolve());
    expect([await check(72), await check(168), await check(13)]).toEqual([
      null,
      'keepHoursNotInPlan',
      'keepHoursNotInPlan',
    ]);
    await keepPart.write?.(ctx(), room.world.inside, home, { vodDownloadStoreForHours: 24 });
    expect(await keepPart.read(ctx(), room.world.db, home)).toEqual({ vodDownloadStoreForHours: 24 });
    await tell('v2');
    const { rows } = await room.world.db.execute(sql`
      select k.server_id, k.hours from vod_keepers k join vod_recordings r on r.id = k.recording_id where r.video_id = 'v2' order by 1`);
    expect(rows).toEqual([
      { server_id: home, hours: 24 },
      { server_id: other, hours: 72 },
    ]);
  });
});

describe('the streamer', () => {
  const link = async () =>
    await room.world.db.execute(sql`
      insert into linked_accounts (user_id, platform, account_id, username, display_name, way, checked_at, linked_at)
      values ('111111111111111111', 'kick', '7', 'choo', 'Choo', 'chat', now(), now())`);

  it('one press withdraws the permission: copies are deleted everywhere, and no new one is made', async () => {
    await follow(home, saving);
    await follow(other, saving);
    await tell();
    const id = await only();
    await save(id);
    await link();
    expect(await readPermission(ctx())).toMatchObject({ streamerUserName: 'Choo', isAllowed: true, copies: 1 });

    expect(await changePermission(ctx(), false)).toBe('All copies have been deleted. Servers cannot make new ones.');
    expect([await seen(), await seen(other), await isStored(id)]).toEqual([
      [['over', 'withdrawn']],
      [['over', 'withdrawn']],
      false,
    ]);
    for (const server of [home, other])
      expect((await listTrouble(ctx(), server)).map(({ message }) => message)).toEqual([
        'A recording of choo was not saved: The streamer does not allow copies.',
      ]);

    room.world.clock.move(1_000);
    await tell('v2');
    expect((await seen())[0]).toEqual(['link', 'withdrawn']);
    expect(await readPermission(ctx())).toMatchObject({ isAllowed: false, copies: 0 });

    await changePermission(ctx(), true);
    room.world.clock.move(1_000);
    await tell('v3');
    expect((await seen())[0]).toEqual(['waiting', null]);
  });

  it('is asked for a linked account first', async () => {
    expect(await readPermission(ctx())).toBeNull();
    await expect(changePermission(ctx(), false)).rejects.toMatchObject({ code: 'notFound' });
  });
});
