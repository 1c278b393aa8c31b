import { isDeepStrictEqual } from 'node:util';
import type { GuildSettingsBody, ServerId, StickyBody, StickyMessage } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { planOf } from '../../servers/index.ts';
import { type GuildParts, type SettingsTx } from '../../settings/index.ts';
import { listDelays, listStickies, saveDelay } from '../store/stickies.ts';
import type { StickyRow } from '../tables.ts';
import { put, remove } from './change.ts';
import { checkSticky } from './check.ts';
import { forgetWatched } from './notice.ts';
import { asSticky, type StickySettings, wholeSticky } from './wire.ts';

type Patch = Partial<GuildSettingsBody>;

/** The stickies and their delay as parts of the server's settings. */
export const stickyPart: GuildParts = {
  keys: ['stickyMessages', 'stickyMessageDelaySeconds'],
  async read(_ctx, db, serverId) {
    const rows = await listStickies(db, serverId);
    return {
      stickyMessages: rows.map((row) => asSticky(row, row.pausedBy)),
      stickyMessageDelaySeconds: (await listDelays(db, [serverId])).get(serverId) ?? null,
    };
  },
  async check(ctx, serverId, { stickyMessages }: Patch) {
    if (stickyMessages) await checkList(ctx, serverId, stickyMessages);
  },
  async write(ctx, tx, serverId, { stickyMessages, stickyMessageDelaySeconds: delay }: Patch) {
    if (stickyMessages) await replaceList(ctx, tx, serverId, stickyMessages);
    if (delay !== undefined) await saveDelay(tx, serverId, delay);
  },
};

const of = (rows: readonly StickyRow[], { channelId }: StickyBody): StickyRow | undefined =>
  rows.find((row) => row.channelId === channelId);

const isAsBefore = (row: StickyRow | undefined, wanted: StickySettings): boolean =>
  row !== undefined && isDeepStrictEqual(shown(row), shown({ ...wanted, messageId: row.messageId }));
const shown = (row: StickySettings & Pick<StickyRow, 'messageId'>): StickyMessage => asSticky(row, null);

/** Clients send back what they received, so only new stickies are checked. */
async function checkList(ctx: Ctx, serverId: ServerId, sent: readonly StickyBody[]): Promise<void> {
  const twice = sent.find((each, place) => sent.findIndex((other) => other.channelId === each.channelId) < place);
  if (twice) throw new AppError('alreadyExists');
  const rows = await listStickies(ctx.db, serverId);
  const { limits } = await planOf(ctx, serverId);
  if (sent.length > limits.maxStickyMessages && sent.length > rows.length)
    throw new AppError('planLimit', { limit: limits.maxStickyMessages, what: 'stickyMessages' });
  for (const [place, body] of sent.entries()) {
    const wanted = wholeSticky(body, of(rows, body));
    if (!isAsBefore(of(rows, body), wanted)) await checkSticky(ctx, serverId, wanted, `stickyMessages.${place}.`);
  }
}

async function replaceList(ctx: Ctx, tx: SettingsTx, serverId: ServerId, sent: readonly StickyBody[]): Promise<void> {
  const rows = await listStickies(tx, serverId);
  for (const row of rows) if (!sent.some((body) => body.channelId === row.channelId)) await remove(ctx, tx, row);
  for (const body of sent) {
    const former = of(rows, body);
    const wanted = wholeSticky(body, former);
    if (!isAsBefore(former, wanted)) await put(ctx, tx, { serverId, former, wanted });
  }
  await forgetWatched(ctx);
}
