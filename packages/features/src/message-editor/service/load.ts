import type { GuildMessageType, ServerId, SingleMessageType } from '@tally/contract';
import type { Ctx } from '@tally/kernel';
import { listDisguised, listOfServer, listOfServers } from '../store.ts';
import type { LineBody, MessageBody, VariantsBody } from '../tables.ts';

/** Servers' own texts for some kinds of message, loaded once for many servers. */
export interface ServerMessages {
  message(serverId: ServerId, type: GuildMessageType): MessageBody | null;
  /** Variants to choose from. Empty if the server has none. */
  variants(serverId: ServerId, type: GuildMessageType): readonly string[];
}

/** Loads everything with one query for any number of servers. */
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

/** The servers whose message of this kind uses a webhook. */
export async function listDisguisedServers(
  ctx: Pick<Ctx, 'db'>,
  serverIds: readonly ServerId[],
  type: GuildMessageType,
): Promise<ReadonlySet<ServerId>> {
  return await listDisguised(ctx.db, serverIds, type);
}

/** A server's own plain lines. */
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
