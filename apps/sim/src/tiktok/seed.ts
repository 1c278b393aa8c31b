import { uploadVideo } from './streams.ts';
import { createId, type Person, type TikTokWorld } from './world.ts';

type Seed = Pick<Person, 'uniqueId' | 'nickname' | 'bio' | 'followers' | 'topic' | 'title'> & {
  readonly isVerified?: boolean;
  readonly isPrivate?: boolean;
  /** True if the account has never streamed, so the pages name no room. */
  readonly isNew?: boolean;
  readonly videos: readonly string[];
};

/** All of these accounts are invented. */
const seeds: readonly Seed[] = [
  {
    uniqueId: 'lena.bakes',
    nickname: 'Lena bakes',
    bio: 'Bread at 5 am, regrets at 6.',
    followers: 1_204_000,
    topic: 'Food & Drink',
    title: 'Sourdough rescue, bring your dead starters',
    isVerified: true,
    videos: ['The 3 am croissant trick', 'Why your crumb is gummy #baking', 'Answering 40 questions about rye'],
  },
  {
    uniqueId: 'dockyard_dom',
    nickname: 'Dom from the docks',
    bio: 'Big ships, small talk.',
    followers: 342_500,
    topic: 'Daily Life',
    title: 'Night shift, crane 4',
    videos: ['Turning a 300 m ship on a coin', 'What is in container 77?'],
  },
  {
    uniqueId: 'sana.sews',
    nickname: 'سناء تخيط',
    bio: 'خياطة، قماش، وقهوة.',
    followers: 88_120,
    topic: 'Lifestyle',
    title: 'نخيط معًا: معطف الشتاء 🧵',
    videos: ['سحّاب في ثلاث دقائق', 'Pocket, the easy way'],
  },
  {
    uniqueId: 'kobo_hinata',
    nickname: 'ひなた工房',
    bio: '木を削る音',
    followers: 45_230,
    topic: 'Art',
    title: '椅子をつくる・四日目',
    videos: ['かんなの音だけ 60秒'],
  },
  {
    uniqueId: 'pixelpastor',
    nickname: 'Pixel Pastor',
    bio: 'Retro games and kind words.',
    followers: 610_070,
    topic: 'Gaming',
    title: 'Blind run, no maps',
    isVerified: true,
    videos: ['The jump that took 4 hours', 'A cartridge with a secret', 'Why we love 8 bits'],
  },
  {
    uniqueId: 'tinwhistler',
    nickname: 'Tin Whistler',
    bio: 'One tune a day.',
    followers: 12_900,
    topic: 'Music',
    title: 'Requests, but only jigs',
    videos: ['Morning jig', 'Evening reel'],
  },
  {
    uniqueId: 'quietforest',
    nickname: 'quiet forest 🌲',
    bio: '',
    followers: 2_310_400,
    topic: 'Nature',
    title: 'Rain on leaves, all night',
    videos: ['10 hours of rain in 10 seconds'],
  },
  {
    uniqueId: 'mathe.mit.mo',
    nickname: 'Mathe mit Mo',
    bio: 'Brüche ohne Tränen',
    followers: 77_700,
    topic: 'Education',
    title: 'Abi-Vorbereitung: Stochastik',
    videos: ['Warum 0,999… = 1', 'Der Trick mit der 11'],
  },
  {
    uniqueId: 'runwithrui',
    nickname: 'Run with Rui',
    bio: '42.2 km of complaints',
    followers: 23_450,
    topic: 'Sports',
    title: 'Long run, come along',
    videos: ['Shoes: a rant'],
  },
  {
    uniqueId: 'first.timer',
    nickname: 'First Timer',
    bio: 'New here.',
    followers: 12,
    topic: 'Chat',
    title: 'Hello?',
    isNew: true,
    videos: [],
  },
  {
    uniqueId: 'closed.door',
    nickname: 'Closed Door',
    bio: 'Friends only.',
    followers: 140,
    topic: 'Chat',
    title: 'Just us',
    isPrivate: true,
    videos: ['Nobody sees this'],
  },
  {
    uniqueId: 'tagbreaker',
    nickname: '</script><b>Tag',
    bio: '<!-- "quotes" & \u2028 lines -->',
    followers: 404,
    topic: 'Chat',
    title: '</script><script>alert(1)</script> \u202edetrats ew \u2028 end',
    videos: ['A caption with </script> and "quotes"'],
  },
];

const DAY = 86_400_000;

export function seedPeople(world: TikTokWorld): void {
  const now = world.doors.now().getTime();
  for (const [index, { videos, isNew, ...facts }] of seeds.entries()) {
    const person = addPerson(world, facts, index);
    if (!isNew) addPast(world, person, index);
    for (const [place, text] of videos.entries()) {
      // The first video is pinned and old, so code that treats the top of the list as the newest fails.
      const isPinned = place === 0 && videos.length > 1;
      const createdAt = new Date(now - (isPinned ? 90 : place * 3 + 1) * DAY - index * 3_600_000);
      uploadVideo(world, person, { text, createdAt, isPinned, seconds: 15 + place * 11 });
    }
  }
}

function addPast(world: TikTokWorld, person: Person, index: number): void {
  const startedAt = new Date(world.doors.now().getTime() - DAY - index * 3_600_000);
  person.past.push({
    id: createId(world, startedAt),
    startedAt,
    endedAt: new Date(startedAt.getTime() + 7_200_000),
    viewers: Math.round(person.followers / 900),
    title: person.title,
  });
}

function addPerson(world: TikTokWorld, seed: Omit<Seed, 'videos' | 'isNew'>, index: number): Person {
  // The ids are as long as real ids, and too large for a JavaScript number.
  const userId = String(6_805_000_000_000_000_000n + BigInt(index + 1) * 7_919_113_771n);
  const person: Person = {
    ...seed,
    userId,
    secUid: `MS4wLjABAAAA${Buffer.from(`sim-${userId}`).toString('base64url')}`,
    isVerified: seed.isVerified ?? false,
    isPrivate: seed.isPrivate ?? false,
    room: null,
    dropped: null,
    past: [],
    uploads: [],
  };
  world.people.set(userId, person);
  return person;
}

/** Adds a new creator, for tests that need many. */
export function addCreator(world: TikTokWorld, name: string): Person {
  const seed = { uniqueId: name.toLowerCase(), nickname: name, bio: '', followers: 900, topic: 'Chat', title: 'Hi' };
  return addPerson(world, seed, world.people.size + 100);
}
