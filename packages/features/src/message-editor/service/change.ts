import type { GuildMessageList, ServerId } from '@tally/contract';
import { AppError, type Ctx } from '@tally/kernel';
import { requirePlanFlags } from '../../servers/index.ts';
import { changeInList, type SettingsTx } from '../../settings/index.ts';
import { deleteMessage, type MessageKey, saveMessage } from '../store.ts';
import { type ListItem, rulesOf } from './lists.ts';

export interface MessageListKey {
  readonly serverId: ServerId;
  readonly list: GuildMessageList;
}

/** Adds or replaces one text. The message type in the URL must match the body. */
export async function saveItem(
  ctx: Ctx,
  place: MessageListKey,
  { subType, version }: { subType?: string | undefined; version?: string | undefined },
  item: ListItem,
): Promise<void> {
  if (subType !== undefined && subType !== item.type) throw new AppError('invalidFields', {}, ['subType']);
  const rules = rulesOf(place.list);
  rules.check(ctx, item, place.list);
  await requirePlanFlags(ctx, place.serverId, rules.flags(item));
  await changeOne(ctx, { ...place, type: item.type, version }, async (tx, key) => {
    if (rules.isEmpty(item)) await deleteMessage(tx, key);
    else await saveMessage(tx, key, rules.body(item));
  });
}

export async function removeItem(
  ctx: Ctx,
  place: MessageListKey,
  { subType: type, version }: { subType: string; version?: string | undefined },
): Promise<void> {
  const types: readonly string[] = rulesOf(place.list).types;
  if (!types.includes(type)) throw new AppError('invalidFields', {}, ['subType']);
  await changeOne(ctx, { ...place, type, version }, async (tx, key) => {
    if (!(await deleteMessage(tx, key))) throw new AppError('notFound');
  });
}

async function changeOne(
  ctx: Ctx,
  { version, ...key }: MessageKey & { version: string | undefined },
  change: (tx: SettingsTx, key: MessageKey) => Promise<void>,
): Promise<void> {
  const seen = { what: rulesOf(key.list).setting, key: key.type, version };
  await changeInList(ctx, key.serverId, seen, async (tx) => await change(tx, key));
}
