import { createTimedUuid, createUlid, createUuid } from '../platform/ids.ts';
import type { KickWorld, Person } from './world.ts';

const categories = [
  { id: 15, name: 'Just Chatting', tags: ['talk', 'irl'], hue: 262 },
  { id: 8549, name: 'IRL', tags: ['outdoors', 'travel'], hue: 28 },
  { id: 5, name: 'Counter-Strike 2', tags: ['shooter', 'esports'], hue: 40 },
  { id: 16, name: 'Minecraft', tags: ['sandbox', 'building'], hue: 112 },
  { id: 33, name: 'Music', tags: ['live', 'creative'], hue: 330 },
  { id: 34, name: 'Art', tags: ['creative', 'drawing'], hue: 200 },
  { id: 60, name: 'Chess', tags: ['board', 'thinking'], hue: 84 },
  { id: 71, name: 'Software Development', tags: ['code'], hue: 174 },
] as const;

interface Seed {
  readonly id: number;
  readonly username: string;
  readonly bio: string;
  readonly followers: number;
  readonly categoryId: number;
  readonly title: string;
  readonly language?: string;
  readonly isVerified?: boolean;
  readonly isMature?: boolean;
  readonly emotes: readonly string[];
}

const seeds: readonly Seed[] = [
  {
    id: 676,
    username: 'xqc',
    bio: 'Reacting, gaming, everything.',
    followers: 912_400,
    categoryId: 15,
    title: 'REACTING TO EVERYTHING',
    isVerified: true,
    emotes: ['Juicer', 'OkayMan', 'TwoHours', 'Classic'],
  },
  {
    id: 4_302,
    username: 'trainwreckstv',
    bio: 'Long talks, late nights.',
    followers: 521_300,
    categoryId: 15,
    title: 'THE LONG TALK, EPISODE 212',
    isVerified: true,
    isMature: true,
    emotes: ['Choo', 'LongTalk'],
  },
  {
    id: 20_118,
    username: 'Lumi_Vale',
    bio: 'Songs from a small room by the sea.',
    followers: 48_210,
    categoryId: 33,
    title: 'Writing a song with chat, one line each',
    isVerified: true,
    emotes: ['lumiHum', 'lumiTea', 'lumiEncore'],
  },
  {
    id: 31_904,
    username: 'PixelPastor',
    bio: 'Building a cathedral, block by block.',
    followers: 17_645,
    categoryId: 16,
    title: 'The bell tower, day 41',
    emotes: ['ppBell', 'ppBrick'],
  },
  {
    id: 42_077,
    username: 'Nordwind',
    bio: 'Zwei Räder, kein Plan.',
    followers: 9_320,
    categoryId: 8549,
    title: 'Mit dem Rad ans Nordkap · Tag 9',
    language: 'de',
    emotes: ['nwRegen', 'nwRad'],
  },
  {
    id: 55_610,
    username: 'kettlecorn',
    bio: 'Ranked until the kettle boils.',
    followers: 33_870,
    categoryId: 5,
    title: 'ranked until the kettle boils',
    emotes: ['kcSteam', 'kcPop'],
  },
  {
    id: 61_233,
    username: 'hana_no_ko',
    bio: '水彩と雑談。ゆっくりどうぞ。',
    followers: 25_118,
    categoryId: 34,
    title: '水彩で庭を描く',
    language: 'ja',
    emotes: ['hanaSaku', 'hanaOcha'],
  },
  {
    id: 70_481,
    username: 'Ridgewalker',
    bio: 'Endgames at altitude.',
    followers: 4_402,
    categoryId: 60,
    title: 'Rook endgames, the slow way',
    emotes: ['ridgeRook'],
  },
];

/** Viewers write in chat, follow and subscribe, and log in. */
const viewers = ['moss_and_fern', 'late_latency', 'BluePaperKite'] as const;

export function seedCategories(world: KickWorld): void {
  for (const category of categories) world.categories.set(category.id, category);
}

export function seedPeople(world: KickWorld): void {
  for (const [index, seed] of seeds.entries()) world.people.set(seed.id, createCreator(world, seed, index));
  for (const [index, username] of viewers.entries()) {
    const id = 900_001 + index;
    world.people.set(id, createPerson({ id, username, bio: '', followers: 3, categoryId: 15, title: '', emotes: [] }));
  }
}

function createPerson(seed: Seed): Person {
  return {
    userId: seed.id,
    username: seed.username,
    // Kick's slugs have hyphens where the name has underscores.
    slug: seed.username.toLowerCase().replaceAll('_', '-'),
    bio: seed.bio,
    isVerified: seed.isVerified ?? false,
    followers: seed.followers,
    language: seed.language ?? 'en',
    tags: [],
    isMature: seed.isMature ?? false,
    title: seed.title,
    categoryId: seed.categoryId,
    stream: null,
    dropped: null,
    past: [],
    recordings: 'everywhere',
    recordingFault: null,
    clips: [],
    emotes: [],
    standings: new Map(),
    level: seed.id % 3 === 0 ? (seed.id % 40) + 1 : null,
  };
}

const HOUR = 3_600_000;
const pictures = ['png', 'gif', 'large-gif', 'webp', 'still-gif'] as const;

/** Gives every creator a few finished streams with a recording, and clips of the last one. */
function createCreator(world: KickWorld, seed: Seed, index: number): Person {
  const person = createPerson(seed);
  const now = world.doors.now().getTime();
  for (const daysAgo of [1, 3, 4]) {
    const startedAt = new Date(now - daysAgo * 24 * HOUR - index * HOUR);
    person.past.push({
      id: createUuid(world.doors),
      pageId: createTimedUuid(world.doors, startedAt),
      number: (world.nextNumber += 1),
      startedAt,
      endedAt: new Date(startedAt.getTime() + (3 + (index % 4)) * HOUR),
      viewers: Math.round(seed.followers / (20 + daysAgo * 5)),
      title: seed.title,
      categoryId: seed.categoryId,
    });
  }
  const last = person.past[0];
  if (last) {
    for (const [number, title] of ['That was not supposed to work', 'Chat called it'].entries()) {
      person.clips.push({
        id: `clip_${createUlid(world.doors)}`,
        title,
        byUserId: 900_001 + number,
        streamId: last.id,
        views: 1_200 - number * 640,
        likes: 90 - number * 31,
        seconds: 28 + number * 9,
        startedAt: number === 0 ? new Date(last.startedAt.getTime() + HOUR / 2) : null,
        createdAt: new Date(last.startedAt.getTime() + (number + 1) * HOUR),
      });
    }
  }
  person.emotes = seed.emotes.map((name, position) => ({
    id: seed.id * 10 + position,
    name,
    forSubscribers: position > 0,
    picture: pictures[position % pictures.length] ?? 'png',
  }));
  return person;
}

/** Adds a new creator, for tests that need many. */
export function addCreator(world: KickWorld, username: string, userId?: number): Person {
  const id = userId ?? Math.max(0, ...world.people.keys()) + 1;
  const person = createPerson({
    id,
    username,
    bio: '',
    followers: 100,
    categoryId: 15,
    title: `${username} is here`,
    emotes: [],
  });
  world.people.set(id, person);
  return person;
}
