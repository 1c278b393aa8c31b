import type { Emote, Person, TwitchWorld } from './world.ts';

const games = [
  { id: '509658', name: 'Just Chatting', hue: 262 },
  { id: '32399', name: 'Counter-Strike', hue: 40 },
  { id: '27471', name: 'Minecraft', hue: 112 },
  { id: '26936', name: 'Music', hue: 330 },
  { id: '509660', name: 'Art', hue: 200 },
  { id: '743', name: 'Chess', hue: 84 },
  { id: '1469308723', name: 'Software and Game Development', hue: 174 },
] as const;

type Seed = Pick<Person, 'userId' | 'displayName' | 'bio' | 'rank' | 'followers' | 'title' | 'gameId'> & {
  readonly login?: string;
  readonly language?: string;
  readonly emotes: readonly string[];
};

/** The ids and names of the first two creators are real. Everything else about them is invented. */
const seeds: readonly Seed[] = [
  {
    userId: '71092938',
    displayName: 'xQc',
    bio: 'Reacting, gaming, everything.',
    rank: 'partner',
    followers: 12_010_400,
    gameId: '509658',
    title: 'LIVE NOW, REACTING',
    emotes: ['xqcL', 'xqcLook'],
  },
  {
    userId: '37402112',
    displayName: 'shroud',
    bio: 'Aim first, questions later.',
    rank: 'partner',
    followers: 11_020_300,
    gameId: '32399',
    title: 'warming up',
    emotes: ['shroudWave'],
  },
  {
    userId: '480120077',
    displayName: 'Marlow_Keys',
    bio: 'A piano, a lamp and your requests.',
    rank: 'partner',
    followers: 61_870,
    gameId: '26936',
    title: 'Requests until the lamp goes out',
    emotes: ['marlowLamp', 'marlowForte'],
  },
  {
    userId: '480120091',
    displayName: 'TinWhistler',
    bio: 'One chess opening a week, badly.',
    rank: 'affiliate',
    followers: 3_140,
    gameId: '743',
    title: 'The Dutch, week 2 of regret',
    emotes: ['tinBlunder'],
  },
  {
    userId: '480120113',
    displayName: 'ひなた工房',
    login: 'hinata_kobo',
    bio: '木を削る音と、すこしの雑談。',
    rank: 'affiliate',
    followers: 15_230,
    gameId: '509660',
    title: '椅子をつくる・三日目',
    language: 'ja',
    emotes: ['hinataKezuru'],
  },
  {
    userId: '480120135',
    displayName: 'compile_and_cry',
    bio: 'A language no one asked for.',
    rank: '',
    followers: 842,
    gameId: '1469308723',
    title: 'writing a parser by hand, again',
    emotes: [],
  },
];

const viewer: Seed = {
  userId: '480120200',
  displayName: 'late_latency',
  bio: '',
  rank: '',
  followers: 2,
  gameId: '509658',
  title: '',
  emotes: [],
};

/** Emotes for all users. Ids of three digits are from the first years. */
export const globalEmotes: readonly Emote[] = ['LampHello', 'LampGG', 'LampLaugh', 'LampDance'].map((name, index) => ({
  id: String(425 + index),
  name,
  type: 'globals',
  tier: '',
  setId: '0',
  picture: name === 'LampDance' ? 'gif' : 'png',
}));

export function seedGames(world: TwitchWorld): void {
  for (const game of games) world.games.set(game.id, game);
}

export function seedPeople(world: TwitchWorld): void {
  for (const [index, seed] of seeds.entries()) world.people.set(seed.userId, createCreator(world, seed, index));
  world.people.set(viewer.userId, createPerson(world, viewer));
  seedBot(world);
}

/** Adds the account that reads and writes chats for the app. Its owner has authorized it. */
function seedBot(world: TwitchWorld): void {
  const userId = '900100';
  world.people.set(
    userId,
    createPerson(world, {
      userId,
      displayName: 'TallyBot',
      bio: 'Answers in chats',
      rank: '',
      followers: 12,
      gameId: '509658',
      title: '',
      emotes: [],
    }),
  );
  const scopes = ['user:read:chat', 'user:write:chat', 'user:bot'];
  world.refreshTokens.set(`grant-of-${userId}`, { userId, scopes });
  world.authorised.add(userId);
}

function createPerson(world: TwitchWorld, seed: Seed): Person {
  const { emotes, ...facts } = seed;
  return {
    ...facts,
    login: seed.login ?? seed.displayName.toLowerCase(),
    language: seed.language ?? 'en',
    tags: seed.title === '' ? [] : ['English'],
    isMature: false,
    stream: null,
    dropped: null,
    past: [],
    clips: [],
    emotes: emotes.map((name, index) => ({
      id: `emotesv2_${seed.userId}${index}`,
      name,
      type: index === 0 ? 'follower' : 'subscriptions',
      tier: index === 0 ? '' : '1000',
      setId: '300000001',
      picture: index === 1 ? 'gif' : 'png',
    })),
    createdAt: new Date(world.doors.now().getTime() - 900 * DAY),
  };
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Every creator has streamed before, so each has two finished streams with a recording, and a clip of the last one. */
function createCreator(world: TwitchWorld, seed: Seed, index: number): Person {
  const person = createPerson(world, seed);
  for (const daysAgo of [1, 3]) {
    const startedAt = new Date(world.doors.now().getTime() - daysAgo * DAY - index * HOUR);
    person.past.push({
      id: String((world.nextNumber += 1)),
      videoId: String((world.nextNumber += 1) - 39_000_000_000),
      startedAt,
      endedAt: new Date(startedAt.getTime() + (3 + (index % 3)) * HOUR),
      viewers: Math.round(seed.followers / 90),
      title: seed.title,
    });
  }
  const [last] = person.past;
  if (last) {
    person.clips.push({
      id: `CarefulLamp${seed.userId}`,
      title: 'Chat called it',
      creatorId: viewer.userId,
      videoId: last.videoId,
      gameId: seed.gameId,
      views: 1_240,
      seconds: 28,
      vodOffset: 3_600,
      layouts: ['landscape', 'portrait'],
      createdAt: new Date(last.startedAt.getTime() + HOUR),
    });
  }
  return person;
}

/** Adds a new creator, for tests that need many. */
export function addCreator(world: TwitchWorld, name: string, userId?: string): Person {
  const id = userId ?? String((world.nextNumber += 1));
  const person = createPerson(world, {
    userId: id,
    displayName: name,
    bio: '',
    rank: '',
    followers: 100,
    gameId: '509658',
    title: `${name} is here`,
    emotes: [],
  });
  world.people.set(id, person);
  return person;
}
