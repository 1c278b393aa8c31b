import { isDeepStrictEqual } from 'node:util';
import type { GuildMessageList, GuildSettingsBody, PremiumFlag, ServerId } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { requirePlanFlags } from '../../servers/index.ts';
import type { GuildParts, SettingsTx } from '../../settings/index.ts';
import { asGuildMessage, asLine, asVariants } from '../render.ts';
import { deleteMessagesExcept, listOfServer, saveMessage } from '../store.ts';
import { type ListItem, rulesOf } from './lists.ts';

/** The three lists of messages as part of the server's settings. */
export const messageParts: GuildParts = {
  keys: ['messages', 'randomMessages', 'singleMessages'],
  async read(_ctx, db, serverId) {
    const rows = Map.groupBy(await listOfServer(db, serverId), (row) => row.list);
    return {
      messages: (rows.get('customMessages') ?? []).map(asGuildMessage),
      randomMessages: (rows.get('randomMessages') ?? []).map(asVariants),
      singleMessages: (rows.get('singleMessages') ?? []).map(asLine),
    };
  },
  async write(ctx, tx, serverId, { messages, randomMessages, singleMessages }: Partial<GuildSettingsBody>) {
    await replace(ctx, tx, { serverId, list: 'customMessages' }, messages);
    await replace(ctx, tx, { serverId, list: 'randomMessages' }, randomMessages);
    await replace(ctx, tx, { serverId, list: 'singleMessages' }, singleMessages);
  },
};

export async function flagsInUse(ctx: Ctx, serverId: ServerId): Promise<readonly PremiumFlag[]> {
  const rows = await listOfServer(ctx.db, serverId);
  return rows.flatMap((row) => ['AnyMessageEditor' as const, ...rulesOf(row.list).flags(shownAs(row.list, row))]);
}

/** Replaces a list and checks only new items, because clients send back what they received. */
async function replace(
  ctx: Ctx,
  tx: SettingsTx,
  place: { serverId: ServerId; list: GuildMessageList },
  items: readonly ListItem[] | undefined,
): Promise<void> {
  if (!items) return;
  const rules = rulesOf(place.list);
  const former = new Map(
    (await listOfServer(tx, place.serverId)).filter((row) => row.list === place.list).map((row) => [row.type, row]),
  );
  const kept = items.filter((item) => !rules.isEmpty(item));
  for (const item of kept) {
    const row = former.get(item.type);
    const asStored = row && rules.body(shownAs(place.list, row));
    if (isDeepStrictEqual(asStored, rules.body(item))) continue;
    rules.check(ctx, item, `${rules.setting}.${item.type}`);
    const flags: readonly PremiumFlag[] = ['AnyMessageEditor', ...rules.flags(item)];
    await requirePlanFlags(ctx, place.serverId, flags);
    await saveMessage(tx, { ...place, type: item.type }, rules.body(item));
  }
  await deleteMessagesExcept(
    tx,
    place,
    kept.map((item) => item.type),
  );
}

/** Returns a row as clients receive it. They send it back unchanged. */
function shownAs(list: GuildMessageList, row: Parameters<typeof asLine>[0]): ListItem {
  switch (list) {
    case 'customMessages':
      return asGuildMessage(row);
    case 'randomMessages':
      return asVariants(row);
    case 'singleMessages':
      return asLine(row);
    default:
      return list satisfies never;
  }
}
