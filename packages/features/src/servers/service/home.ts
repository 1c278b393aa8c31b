import type { ServerFacts, ServerId, TodayLine, UserId, WaitingLine } from '@tally/contract';
import { type Ctx, days, requireUser } from '@tally/kernel';
import { listManageable } from './managers.ts';

/** The content that a feature adds to the first pages. Each part loads any number of servers with one call. */
export interface HomePart {
  readonly today?: (ctx: Ctx, serverId: ServerId, span: Span) => Promise<readonly TodayLine[]>;
  readonly waiting?: (ctx: Ctx, userId: UserId) => Promise<readonly WaitingLine[]>;
  readonly facts?: (ctx: Ctx, serverIds: readonly ServerId[]) => Promise<(serverId: ServerId) => Partial<ServerFacts>>;
}

export interface Span {
  readonly from: Date;
  readonly now: Date;
  readonly to: Date;
}

declare module '@tally/kernel' {
  interface Feature {
    readonly home?: HomePart;
  }
}

/** Few people manage more servers. Any servers beyond this have a row without facts. */
const MOST_SERVERS = 100;
const MOST_LINES = 50;

export async function listToday(ctx: Ctx, serverId: ServerId): Promise<TodayLine[]> {
  const now = ctx.clock.now();
  const span = { from: new Date(now.getTime() - days(1)), now, to: new Date(now.getTime() + days(1)) };
  const lines = await Promise.all(
    ctx.features.map(async ({ home }) => (await home?.today?.(ctx, serverId, span)) ?? []),
  );
  return lines
    .flat()
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .slice(0, MOST_LINES);
}

export async function getHome(ctx: Ctx) {
  const { userId } = requireUser(ctx);
  const serverIds = (await listManageable(ctx, userId, { force: false }))
    .filter(({ isBotIn }) => isBotIn)
    .slice(0, MOST_SERVERS)
    .map(({ id }) => id);
  const parts = ctx.features.flatMap(({ home }) => home ?? []);
  const [waiting, facts] = await Promise.all([
    Promise.all(parts.map(async (part) => (await part.waiting?.(ctx, userId)) ?? [])),
    Promise.all(parts.flatMap((part) => (serverIds.length > 0 && part.facts ? part.facts(ctx, serverIds) : []))),
  ]);
  return {
    waiting: waiting.flat(),
    servers: serverIds.map((guildId) =>
      Object.assign({ guildId, posts: 0, errors: 0, live: [] }, ...facts.map((factsOf) => factsOf(guildId))),
    ),
  };
}
