import { isDeepStrictEqual } from 'node:util';
import type { ServerId, StreamerBody, StreamerMessageType } from '@tally/contract';
import type { Db } from '@tally/infra/db';
import { AppError, type Ctx } from '@tally/kernel';
import type { MessageBody } from '@tally/message/defaults';
import { flagsOfMessage, refuseOtherPlatforms, refuseProblems, wholeMessage } from '../../message-editor/index.ts';
import { requirePlanFlags } from '../../servers/index.ts';
import type { SettingsTx } from '../../settings/index.ts';
import { deleteMessage, deleteMessagesExcept, listMessages, saveMessage } from '../store/messages.ts';
import type { StreamerAddress } from '../store/streamers.ts';
import type { StreamerRow } from '../tables.ts';
import { getStreamer } from './address.ts';
import { changeOne } from './standing.ts';

/** Replaces all messages of a streamer with the given ones. If none are given, they stay unchanged. */
export async function saveMessages(
  ctx: Ctx,
  tx: SettingsTx,
  row: Pick<StreamerRow, 'id' | 'serverId'>,
  messages: StreamerBody['customMessages'],
): Promise<void> {
  if (!messages) return;
  for (const { type, body } of await checkMessages(ctx, tx, row, messages)) await saveMessage(tx, row.id, type, body);
  await deleteMessagesExcept(
    tx,
    row.id,
    messages.map((message) => message.type),
  );
}

/** Returns the new messages, after checking that each could be posted under the server's plan. */
export async function checkMessages(
  ctx: Ctx,
  db: Db,
  row: Pick<StreamerRow, 'id' | 'serverId'>,
  messages: NonNullable<StreamerBody['customMessages']>,
): Promise<{ readonly type: StreamerMessageType; readonly body: MessageBody }[]> {
  const former = new Map((await listMessages(db, [row.id])).map((message) => [message.type, message.body]));
  const news = messages
    .map(({ type, ...body }) => ({ type, body }))
    // Skips unchanged messages: clients send them all back, and the plan may no longer include them.
    .filter(({ type, body }) => {
      const stored = former.get(type);
      return !stored || !isDeepStrictEqual(wholeMessage(stored), wholeMessage(body));
    });
  for (const message of news) await checkMessage(ctx, row.serverId, message);
  return news;
}

/** Refuses a message that Discord would refuse, that would show raw placeholders, or that the plan does not include. */
async function checkMessage(
  ctx: Ctx,
  serverId: ServerId,
  { type, body }: { type: StreamerMessageType; body: MessageBody },
): Promise<void> {
  refuseProblems(ctx, { field: `customMessages.${type}`, type, body });
  await requirePlanFlags(ctx, serverId, ['SwitchStreamerAndGuildEmbeds', ...flagsOfMessage(body)]);
}

export async function saveOneMessage(
  ctx: Ctx,
  address: StreamerAddress,
  { version, ...message }: { type: StreamerMessageType; body: MessageBody; version?: string | undefined },
): Promise<void> {
  refuseOtherPlatforms(address.platform, message.type);
  await checkMessage(ctx, address.serverId, message);
  const row = await getStreamer(ctx, address);
  await changeOne(ctx, { row, version }, async (tx) => await saveMessage(tx, row.id, message.type, message.body));
}

export async function removeOneMessage(
  ctx: Ctx,
  address: StreamerAddress,
  { type, version }: { type: StreamerMessageType; version?: string | undefined },
): Promise<void> {
  const row = await getStreamer(ctx, address);
  await changeOne(ctx, { row, version }, async (tx) => {
    if (!(await deleteMessage(tx, row.id, type))) throw new AppError('notFound');
  });
}
