import type { ImportReason } from '@tally/contract';
import { type Emoji, emojiSlots } from '@tally/discord/rest';
import { type Ctx, say, seconds, UpstreamError } from '@tally/kernel';
import { report } from '../../../error-logs/index.ts';
import { changeItem, keepClaim, listItems } from '../store/imports.ts';
import type { ImportRow, ItemRow } from '../tables.ts';
import { claimUntil, type Ending, soon } from './claim.ts';
import { findLost } from './lost.ts';
import { readyPicture } from './picture.ts';

/** Discord's error codes for a full server: https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const FULL: ReadonlySet<unknown> = new Set([30008, 30018, 30056]);
const UNKNOWN_ROLE = 10011;

/** The server's emojis during the import. */
interface Filling {
  readonly emojis: Emoji[];
  readonly most: number;
}

/** Creates emojis one after another, until none is left or Discord rate-limits us. */
export async function makeEmojis(ctx: Ctx, row: ImportRow): Promise<Ending> {
  try {
    const [{ boostLevel }, emojis] = await Promise.all([
      ctx.discord.servers.get(row.serverId),
      ctx.discord.servers.emojis(row.serverId),
    ]);
    const filling: Filling = { emojis, most: emojiSlots(boostLevel) };
    const items = await listItems(ctx.db, [row.id]);
    for (const item of items.filter(({ state }) => state === 'waiting')) {
      if (!(await keepClaim(ctx.db, row.id, { state: row.state, until: claimUntil(ctx) }))) return 'changed';
      await changeItem(ctx.db, item, await makeOne(ctx, { row, item, filling }));
    }
    return { state: 'done', endedAt: ctx.clock.now(), resumesAt: null };
  } catch (error) {
    return await endingOf(ctx, row, error);
  }
}

interface Making {
  readonly row: ImportRow;
  readonly item: ItemRow;
  readonly filling: Filling;
}

async function makeOne(ctx: Ctx, { row, item, filling }: Making): Promise<Partial<ItemRow>> {
  const failed = (reason: ImportReason) => ({ state: 'failed', reason, askedAt: null }) as const;
  const lost = findLost(ctx, item, filling.emojis);
  if (lost) return { state: 'done', emojiId: lost.id, askedAt: null };
  if (filling.emojis.some(({ name }) => name === item.name)) return failed('nameTaken');
  const picture = await readyPicture(ctx, item.url);
  if (typeof picture === 'string') return failed(picture);
  const used = filling.emojis.filter(({ isAnimated }) => isAnimated === picture.isAnimated).length;
  if (used >= filling.most) return { ...failed('noPlace'), animated: picture.isAnimated };
  await changeItem(ctx.db, item, { askedAt: ctx.clock.now(), animated: picture.isAnimated });
  try {
    const made = await ctx.discord.servers.createEmoji({
      serverId: row.serverId,
      name: item.name,
      image: `data:image/${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}`,
      ...(row.roleId ? { roleIds: [row.roleId] } : {}),
      reason: say(ctx.locale, 'emotes.audit', { streamer: row.streamer }),
    });
    filling.emojis.push(made);
    return { state: 'done', emojiId: made.id, askedAt: null };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    // Without a readable answer, we do not know whether the emoji was created.
    const isUnknown = error.kind === 'down' || (error.kind === 'odd' && error.status === undefined);
    if (!isUnknown) await changeItem(ctx.db, item, { askedAt: null });
    if (isUnknown || error.kind !== 'odd') throw error;
    return failed(FULL.has(error.upstreamCode) ? 'noPlace' : 'refused');
  }
}

/** Returns how an error ends the current run. Rethrows bugs. */
export async function endingOf(
  ctx: Ctx,
  { serverId, roleId }: Pick<ImportRow, 'serverId' | 'roleId'>,
  error: unknown,
): Promise<Exclude<Ending, 'changed'>> {
  if (!(error instanceof UpstreamError)) throw error;
  switch (error.kind) {
    case 'limited':
      return { state: 'waiting', resumesAt: new Date(ctx.clock.now().getTime() + (error.retryAfterMs ?? seconds(30))) };
    case 'down':
    case 'odd':
      return { resumesAt: soon(ctx) };
    case 'denied':
      // Discord refuses our token, so the problem is not this server.
      if (error.status !== 403) return { resumesAt: soon(ctx) };
      await report(ctx, serverId, {
        reason: 'missingPermission',
        details: { place: { say: 'emotes.place' } },
        missingPermissions: ['CreateGuildExpressions'],
        action: { kind: 'grantPermissions', path: null, targetId: null },
      });
      return { state: 'stopped', resumesAt: null };
    case 'gone':
      if (error.upstreamCode === UNKNOWN_ROLE) {
        await report(ctx, serverId, {
          reason: 'unknownRole',
          details: { what: { say: 'emotes.place' } },
          action: { kind: 'chooseRole', path: '/notifications', targetId: roleId },
        });
      }
      return { state: 'stopped', resumesAt: null };
    default:
      return error.kind satisfies never;
  }
}
