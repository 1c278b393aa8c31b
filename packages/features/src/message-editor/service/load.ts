import type { GuildMessageType, ServerId, SingleMessageType } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listDisguised, listOfServer, listOfServers } from '../store.ts';
import type { LineBody, MessageBody, VariantsBody } from '../tables.ts';

/** What servers have written for some kinds of message, looked up once for many servers. */
export interface ServerMessages {
  message(serverId: ServerId, type: GuildMessageType): MessageBody | null;
  /** Wordings of which one is drawn; empty where there are none. */
  variants(serverId: ServerId, type: GuildMessageType): readonly string[];
}

/** One question, however many servers. */
export async function loadServerMessages(
  ctx: Pick<Ctx, 'db'>,
  serverIds: readonly ServerId[],
  types: readonly GuildMessageType[],
): Promise<ServerMessages> {
  const rows = await listOfServers(ctx.db, [...new Set(serverIds)], [...new Set(types)]);
  const bodies = new Map(rows.map((row) => [`${row.list} ${row.serverId} ${row.type}`, row.body]));
  return {
    message: (serverId, type) => (bodies.get(`customMessages ${serverId} ${type}`) ?? null) as MessageBody | null,
    variants: (serverId, type) =>
      (bodies.get(`randomMessages ${serverId} ${type}`) as VariantsBody | undefined)?.messages ?? [],
  };
}

/** Of many servers, those whose message of this kind goes through a webhook. */
export async function listDisguisedServers(
  ctx: Pick<Ctx, 'db'>,
  serverIds: readonly ServerId[],
  type: GuildMessageType,
): Promise<ReadonlySet<ServerId>> {
  return await listDisguised(ctx.db, serverIds, type);
}

/** The plain lines that a server has written itself. */
export async function loadServerLines(
  ctx: Pick<Ctx, 'db'>,
  serverId: ServerId,
): Promise<ReadonlyMap<SingleMessageType, string>> {
  const rows = await listOfServer(ctx.db, serverId);
  return new Map(
    rows.flatMap(({ list, type, body }) => {
      const text = list === 'singleMessages' ? (body as LineBody).message : null;
      return text ? [[type, text] as [SingleMessageType, string]] : [];
    }),
  );
}
