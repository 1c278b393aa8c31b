import { pageOfStreamers, settingsOf } from '@tally/contract';
import { emptyOf } from '@tally/contract/wire/fields';
import type { Db } from '@tally/infra/db';
import { type Ctx, versionOf } from '@tally/kernel';
import { z } from 'zod';
import { solveOnPage } from '../../error-logs/index.ts';
import { wholeMessage } from '../../message-editor/index.ts';
import { changeSettings, type ReadStanding, type SettingsTx, type Standing } from '../../settings/index.ts';
import { listMessages, type SavedMessage } from '../store/messages.ts';
import { listStreamersById } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { shownNames } from './names/shown-names.ts';

/** All keys are present on the wire. Unset lists are empty, and other unset values are null. */
export function allSettings({ platform, settings }: StreamerRow): Record<string, unknown> {
  const empty: Record<string, unknown> = emptyOf(z.object(settingsOf[platform]));
  const set: Readonly<Record<string, unknown>> = settings;
  return Object.fromEntries(Object.entries(empty).map(([key, nothing]) => [key, set[key] ?? nothing]));
}

/** The owner's settings of this streamer, with each message as a separate field. */
const wholeSettings = (row: StreamerRow, messages: readonly Omit<SavedMessage, 'streamerId'>[]) => ({
  ...allSettings(row),
  ...Object.fromEntries(messages.map(({ type, body }) => [`customMessages.${type}`, wholeMessage(body)])),
});

export const streamerVersion = (row: StreamerRow, messages: readonly Omit<SavedMessage, 'streamerId'>[]): string =>
  versionOf(wholeSettings(row, messages));

/** Leaves out the start. A streamer that only started counts as unchanged, so the list can still be undone. */
export const versionBesidesStart = (row: StreamerRow, messages: readonly Omit<SavedMessage, 'streamerId'>[]): string =>
  versionOf({ ...wholeSettings(row, messages), startsAfter: null });

/** Reads the current settings of these streamers. */
export const readStreamers =
  (ids: readonly string[]): ReadStanding =>
  async (db: Db) => {
    const rows = await listStreamersById(db, ids);
    const messages = Map.groupBy(await listMessages(db, ids), ({ streamerId }) => streamerId);
    const nameOf = await shownNames(db, rows);
    return rows.map(
      (row): Standing => ({
        what: 'streamers',
        key: row.id,
        subject: { kind: 'name', value: nameOf(row), platform: row.platform },
        settings: wholeSettings(row, messages.get(row.id) ?? []),
      }),
    );
  };

/** Changes one streamer. For a new streamer, the id is chosen in advance. */
export async function changeOne<T>(
  ctx: Ctx,
  {
    row,
    version,
  }: { row: Pick<StreamerRow, 'id' | 'serverId' | 'platform' | 'name' | 'channelId'>; version?: string | undefined },
  work: (tx: SettingsTx) => Promise<T>,
): Promise<T> {
  const seen = { what: 'streamers', key: row.id, version } as const;
  const change = async (tx: SettingsTx) => {
    const answer = await work(tx);
    await solveOnPage(ctx, tx, row.serverId, pageOfStreamers([row]));
    return answer;
  };
  return (await changeSettings(ctx, row.serverId, { read: readStreamers([row.id]), seen }, change)).answer;
}
