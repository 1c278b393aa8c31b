import { createSecret } from '../platform/ids.ts';
import { publish } from './streams.ts';
import { addressOf, type Creator, type CreatorKind, type RumbleWorld } from './world.ts';

interface Seed {
  readonly kind: CreatorKind;
  readonly slug: string;
  readonly name: string;
  /** The owner of the channel, if the name does not show it. */
  readonly username?: string;
  readonly number?: number;
  readonly followers: number;
  readonly category: string;
  readonly title: string;
}

/** All creators are invented. One name is both a user and a channel, and one channel has only a number. */
const seeds: readonly Seed[] = [
  {
    kind: 'channel',
    slug: 'HarborRadio',
    name: 'Harbor Radio',
    username: 'dockhand',
    followers: 214_800,
    category: 'News',
    title: 'The morning watch',
  },
  {
    kind: 'channel',
    slug: 'ironledger',
    name: 'The Iron Ledger',
    username: 'ledgerman',
    followers: 96_400,
    category: 'Finance & Crypto',
    title: 'Markets before breakfast',
  },
  {
    kind: 'channel',
    slug: 'SaltAndSmoke',
    name: 'Salt & Smoke',
    username: 'pitmaster_jo',
    followers: 48_150,
    category: 'Cooking',
    title: 'Fourteen hours of brisket',
  },
  {
    kind: 'channel',
    slug: 'c-546523',
    name: 'Grey Creek Woodshop',
    username: 'greycreek',
    number: 546_523,
    followers: 12_070,
    category: 'DIY',
    title: 'A workbench from one board',
  },
  {
    kind: 'channel',
    slug: 'quietpines',
    name: 'Quiet Pines',
    username: 'quietpines',
    followers: 8_930,
    category: 'Nature',
    title: 'Rain on the roof, all night',
  },
  {
    kind: 'channel',
    slug: 'LateCheckpoint',
    name: 'Late Checkpoint',
    username: 'checkpoint_kay',
    followers: 33_600,
    category: 'Gaming',
    title: 'No saves, no regrets',
  },
  {
    kind: 'channel',
    slug: 'valleymeteo',
    name: 'Valley Meteo ⛈',
    username: 'meteo_ines',
    followers: 5_410,
    category: 'Science',
    title: 'Storm line tonight',
  },
  {
    kind: 'user',
    slug: 'quietpines',
    name: 'quietpines',
    followers: 640,
    category: 'Nature',
    title: 'Answering your letters',
  },
  {
    kind: 'user',
    slug: 'tinkerbarn',
    name: 'TinkerBarn',
    followers: 2_240,
    category: 'DIY',
    title: 'Will the tractor start?',
  },
  {
    kind: 'user',
    slug: 'nightbeacon',
    name: 'نور الليل',
    followers: 18_300,
    category: 'Podcasts',
    title: 'سهرة الخميس',
  },
  { kind: 'user', slug: 'greycreek', name: 'greycreek', followers: 310, category: 'DIY', title: 'Sharpening, slowly' },
  {
    kind: 'user',
    slug: 'two_left_feet',
    name: 'Two Left Feet',
    followers: 1_120,
    category: 'Sports',
    title: 'Learning to dance, week nine',
  },
];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function seedCreators(world: RumbleWorld): void {
  for (const [index, seed] of seeds.entries()) {
    const creator = createCreator(world, seed);
    world.creators.set(addressOf(creator), creator);
    addPast(world, creator, index);
  }
}

function createCreator(world: RumbleWorld, seed: Seed): Creator {
  return {
    kind: seed.kind,
    number: seed.number ?? (world.nextNumber += 1) - 411_000_000,
    slug: seed.slug,
    name: seed.name,
    username: seed.username ?? seed.slug,
    followers: seed.followers,
    subscribers: Math.round(seed.followers / 200),
    recent: { followers: [], subscribers: [] },
    title: seed.title,
    category: seed.category,
    hue: (world.nextNumber * 47) % 360,
    apiKey: createSecret(world.doors),
    videos: [],
  };
}

/** Gives every creator a history: an upload, an ended stream, a short. */
function addPast(world: RumbleWorld, creator: Creator, index: number): void {
  const ago = (days: number) => new Date(world.doors.now().getTime() - days * DAY - index * HOUR);
  publish(world, creator, { title: `${creator.title}, the short version`, seconds: 812, at: ago(6) });
  const startsAt = ago(2);
  const length = 2 + (index % 3);
  publish(world, creator, {
    title: creator.title,
    seconds: length * 3_600,
    at: startsAt,
    stream: {
      state: 'ended',
      startsAt,
      endedAt: new Date(startsAt.getTime() + length * HOUR),
      viewers: Math.round(creator.followers / 80),
      category: creator.category,
      key: 'r-old',
      cancel: () => undefined,
    },
  });
  publish(world, creator, { title: 'In one minute', seconds: 58, isShort: true, at: ago(1) });
}

/** Adds a new creator, for tests that need many. */
export function addCreator(world: RumbleWorld, about: { kind: CreatorKind; name: string }): Creator {
  const creator = createCreator(world, {
    kind: about.kind,
    slug: about.name,
    name: about.name,
    followers: 100,
    category: 'Vlogs',
    title: `${about.name} is here`,
  });
  world.creators.set(addressOf(creator), creator);
  return creator;
}
