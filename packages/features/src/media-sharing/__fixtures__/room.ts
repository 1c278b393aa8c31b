import { fakePlatforms } from '@tally/tests/fake-platforms';
import { type MediaItemId, type MediaShareBody, type PlayerReport, UserId } from '@tally/contract';
import type { Ctx, Playable, SearchTerms } from '@tally/kernel';
import { person, type TestWorld, testWorld } from '@tally/tests/world';
import { account } from '../../account/index.ts';
import { connections } from '../../connections/index.ts';
import { premium } from '../../premium/index.ts';
import { teams } from '../../teams/index.ts';
import { mediaSharing } from '../index.ts';
import { renewAddress } from '../service/player/address.ts';
import { handleReport } from '../service/player/report.ts';
import { type Outcome, type Request, requestVideo } from '../service/request/request.ts';
import { changeShare } from '../service/room/settings.ts';
import { findPlaying, listWaiting } from '../store/items.ts';
import { findRoom } from '../store/rooms.ts';

export const ada = UserId.parse('111111111111111111');
export const mo = UserId.parse('222222222222222222');
export const viewer = UserId.parse('333333333333333333');

/** Creates a world with three people, of whom Mo helps Ada. Every feature is paid for. */
export const mediaWorld = (env: Readonly<Record<string, string>> = {}): Promise<TestWorld> =>
  testWorld({
    features: [account, connections, premium, teams, mediaSharing],
    env: { PLANS: 'unlimited', ...env },
  });

export async function putPeople({ db }: TestWorld): Promise<void> {
  for (const [id, name] of [
    [ada, 'Ada'],
    [mo, 'mo'],
    [viewer, 'viewer'],
  ])
    await db.execute(
      `insert into users (id, username, discriminator, badges, is_blacklisted, created_at, last_login_at)
       values ('${id}', '${name}', '0', 0, false, now(), now())`,
    );
  await db.execute(`insert into teams (id, leader_id, name, created_at) values ('t', '${ada}', 'Night shift', now())`);
  await db.execute(
    `insert into team_members (team_id, user_id, bitfield, joined_at) values ('t', '${mo}', 1, now())`,
  );
}

/** Facts that some videos have in place of the usual ones. */
export const special = new Map<string, Partial<Playable>>();

const idOf = (text: string): string => text.padEnd(11, '_');

const usual = {
  author: 'A channel',
  channelId: 'UC_channel',
  lengthSeconds: 100,
  views: 1_000,
  publishedAt: null,
  pictureUrl: null,
  isPublic: true,
  isEmbeddable: true,
  isAgeRestricted: false,
  isLive: false,
  regions: null,
} as const;

/** YouTube's results for any search, and the searches that it received. */
export const search: { finds: readonly string[]; readonly asked: SearchTerms[] } = { finds: [], asked: [] };

const media = {
  findPlayable: async (id: string) => {
    const text = id.replace(/_+$/, '');
    return { id, title: `Title of ${text}`, ...usual, ...special.get(text) };
  },
  searchVideo: async (_words: string, terms: SearchTerms) => {
    search.asked.push(terms);
    const ids = search.finds.map(idOf);
    return ids.length > 0 ? { state: 'found', ids } : { state: 'nothing' };
  },
};

/** Adds a simulated YouTube that knows every video. */
export const withVideos = (ctx: Ctx): Ctx => ({
  ...ctx,
  platforms: fakePlatforms({ youtube: { media } }),
});

export const linkTo = (text: string): string => `https://youtu.be/${idOf(text)}`;

export const asAda = (world: TestWorld): Ctx => world.ctx({ caller: person(ada) });
export const asMo = (world: TestWorld): Ctx => world.ctx({ caller: person(mo) });

/** Turns on Ada's room. It accepts requests without approval, unless a test changes that. */
export async function openAdasRoom(world: TestWorld, body: MediaShareBody = {}): Promise<void> {
  const settings = { approval: 'nobody', secondsBetween: 0, perPerson: 50, ...body.settings } as const;
  await changeShare(asAda(world), ada, { enabled: true, ...body, settings });
}

let senders = 0;
export async function ask(world: TestWorld, text: string, change: Partial<Request> = {}): Promise<Outcome> {
  senders += 1;
  const sender = { origin: 'kick', id: `sender-${senders}`, name: `Sender ${senders}` } as const;
  const asked = { ownerId: ada, sender, rank: 'viewer', text: linkTo(text), ...change } as const;
  return await requestVideo(withVideos(world.ctx()), asked);
}

/** Returns the reason of a refusal, or else the outcome. */
export async function asked(world: TestWorld, text: string, change: Partial<Request> = {}): Promise<string> {
  const outcome = await ask(world, text, change);
  return outcome.is === 'refused' ? outcome.refusal.reason : outcome.is;
}

export const playing = async (world: TestWorld) => await findPlaying(world.db, ada);
export const playingId = async (world: TestWorld): Promise<string | null> => (await playing(world))?.videoId ?? null;
export const queued = async (world: TestWorld): Promise<string[]> =>
  (await listWaiting(world.db, ada, ['queued'])).map(({ videoId }) => videoId);
export const roomOf = async (world: TestWorld) => {
  const room = await findRoom(world.db, ada);
  if (!room) throw new Error('there is no room');
  return room;
};

export async function tokenOf(world: TestWorld): Promise<string> {
  return (await renewAddress(asAda(world), ada)).split('/').at(-1) ?? '';
}

/** Sends a report as the player page in OBS does. */
export async function tell(
  world: TestWorld,
  token: string,
  report: Partial<PlayerReport> & Pick<PlayerReport, 'type'>,
): Promise<void> {
  const itemId = (await playing(world))?.id as MediaItemId | undefined;
  await handleReport(world.ctx(), token, { tab: 'tab-1', itemId: itemId ?? null, second: null, code: null, ...report });
}
