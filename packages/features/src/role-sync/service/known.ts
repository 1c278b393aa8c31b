import { aboutPlatforms, type StandingKind, syncPlatforms, type UserId } from '@tally/contract';
import { type Ctx, type StandingQuestion, UpstreamError } from '@tally/kernel';
import { findOwner, type LinkedAccount, listLinkedAccounts, withAccessToken } from '../../connections/index.ts';
import { type Known, kindsOf, type Source } from '../match.ts';
import { listFacts } from '../store/facts.ts';
import type { Fact } from '../tables.ts';
import { isSynced, readLists } from './lists.ts';

export interface Knowledge {
  readonly accounts: readonly LinkedAccount[];
  /** Null if the person has no account on the platform. */
  readonly of: (source: Source) => Known | null;
  /** When the first of the facts expires. */
  readonly endsAt: Date | null;
  /** Platforms that did not answer. */
  readonly silent: ReadonlySet<Source['platform']>;
}

/** Returns what a person is in these creators' channels, such as a subscriber, if the platforms reveal it. */
export async function learn(ctx: Ctx, userId: UserId, sources: readonly Source[]): Promise<Knowledge> {
  const accounts = await listLinkedAccounts(ctx, [userId], syncPlatforms);
  const known = new Map<string, Known>();
  const silent = new Set<Source['platform']>();
  const ends: Date[] = [];
  for (const account of accounts) {
    const { platform } = account;
    if (!isSynced(platform)) continue;
    const here = sources.filter((source) => source.platform === platform);
    const channelIds = here.map(({ channelId }) => channelId);
    if ('listsSupporters' in aboutPlatforms[platform])
      await readLists(ctx, { ...account, platform }, here, () => silent.add(platform));
    const facts = await listFacts(ctx.db, { platform, accountId: account.accountId }, channelIds);
    const asked = await askAll(ctx, account, here, () => silent.add(platform));
    for (const { channelId } of here) {
      const told = facts.filter((fact) => fact.channelId === channelId);
      known.set(`${platform} ${channelId}`, {
        standing:
          'answersForPersons' in aboutPlatforms[platform]
            ? (asked.get(channelId) ?? {})
            : fromFacts(told, ctx.clock.now()),
        gifted: told.find(({ kind }) => kind === 'gifted')?.amount ?? 0,
      });
      ends.push(...told.flatMap(({ until }) => (until && until > ctx.clock.now() ? [until] : [])));
    }
  }
  return {
    accounts,
    of: ({ platform, channelId }) => known.get(`${platform} ${channelId}`) ?? null,
    endsAt: ends.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null,
    silent,
  };
}

/** Some platforms cannot be queried about one person. Pushed facts then count, and everything else counts as "no". */
function fromFacts(facts: readonly Fact[], now: Date): Known['standing'] {
  const is = (kind: StandingKind) =>
    facts.some((fact) => fact.kind === kind && (fact.until === null || fact.until > now));
  return {
    subscriber: is('subscriber'),
    follower: is('follower'),
    moderator: is('moderator'),
    vip: is('vip'),
    og: is('og'),
    founder: is('founder'),
    verified: is('verified'),
  };
}

type Standings = Map<string, Record<string, boolean>>;

/** Asks on the person's behalf first, then for open kinds on the creator's behalf if the creator allows it. */
async function askAll(
  ctx: Ctx,
  account: LinkedAccount,
  sources: readonly Source[],
  onSilence: () => void,
): Promise<Standings> {
  const found: Standings = new Map();
  const { platform, userId, accountId } = account;
  const calls = ctx.platforms.with('standings').get(platform);
  if (!calls) return found;
  const open = () =>
    sources.flatMap(({ channelId, settings }): StandingQuestion[] => {
      const kinds = kindsOf(settings).filter((kind) => found.get(channelId)?.[kind] === undefined);
      return kinds.length > 0 ? [{ channelId, kinds }] : [];
    });
  const ask = async (asker: UserId, as: 'viewer' | 'creator', questions: readonly StandingQuestion[]) => {
    if (questions.length === 0) return;
    try {
      const answers = await withAccessToken(ctx, { userId: asker, platform }, async (token) =>
        calls.askStandings({ as, token, accountId, questions }),
      );
      for (const [channelId, standing] of answers ?? []) found.set(channelId, { ...found.get(channelId), ...standing });
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      ctx.log.info({ err: error, platform, as }, "A platform did not return a person's standing in a channel.");
      // If a creator's permission is missing, the platform itself may still work.
      if (error.kind !== 'denied') onSilence();
    }
  };
  await ask(userId, 'viewer', open());
  for (const question of open()) {
    const creator = await findOwner(ctx, platform, question.channelId);
    if (creator) await ask(creator.userId, 'creator', [question]);
  }
  return found;
}
