import { addVideo } from './streams.ts';
import { type Creator, createChannelId, type YoutubeWorld } from './world.ts';

/** The categories that a channel may choose: https://developers.google.com/youtube/v3/docs/videoCategories */
export const categories: readonly { readonly id: string; readonly name: string }[] = [
  { id: '20', name: 'Gaming' },
  { id: '10', name: 'Music' },
  { id: '22', name: 'People & Blogs' },
  { id: '24', name: 'Entertainment' },
  { id: '26', name: 'Howto & Style' },
  { id: '27', name: 'Education' },
  { id: '28', name: 'Science & Technology' },
  { id: '17', name: 'Sports' },
];

type Seed = Pick<Creator, 'channelId' | 'handle' | 'title' | 'bio' | 'subscribers' | 'categoryId' | 'motto'> & {
  readonly username?: string;
  readonly language?: string;
};

/** The ids and names of the first four creators are real. Everything else about them is invented. */
const seeds: readonly Seed[] = [
  {
    channelId: 'UCX6OQ3DkcsbYNE6H8uQQuVA',
    handle: 'MrBeast',
    username: 'MrBeast6000',
    title: 'MrBeast',
    bio: 'Large numbers, small islands.',
    subscribers: 450_000_000,
    categoryId: '24',
    motto: 'Last To Leave The Lighthouse Wins It',
  },
  {
    channelId: 'UCBJycsmduvYEL83R_U4JriQ',
    handle: 'mkbhd',
    username: 'marquesbrownlee',
    title: 'Marques Brownlee',
    bio: 'Quality tech videos.',
    subscribers: 20_100_000,
    categoryId: '28',
    motto: 'The phone that folds into a phone',
  },
  {
    channelId: 'UCSJ4gkVC6NrvII8umztf0Ow',
    handle: 'LofiGirl',
    title: 'Lofi Girl',
    bio: 'Music to study and relax to.',
    subscribers: 15_200_000,
    categoryId: '10',
    motto: 'lofi hip hop radio - beats to relax/study to',
  },
  {
    channelId: 'UCXuqSBlHAE6Xw-yeJA0Tunw',
    handle: 'LinusTechTips',
    username: 'LinusTechTips',
    title: 'Linus Tech Tips',
    bio: 'Technology, dropped.',
    subscribers: 16_400_000,
    categoryId: '28',
    motto: 'We water-cooled a lighthouse - WAN Show',
  },
  {
    channelId: 'UCsimTallyKelpForest001a',
    handle: 'kelpforest',
    title: 'Kelp Forest Radio',
    bio: 'A camera under a pier, day and night.',
    subscribers: 88_400,
    categoryId: '28',
    motto: 'The pier from below, live',
  },
  {
    channelId: 'UCsimTallyNoriPlays0002b',
    handle: 'noriplays',
    title: 'Nori Plays',
    bio: 'Horror games with the lights on.',
    subscribers: 412_000,
    categoryId: '20',
    motto: 'Finishing what I am scared of',
  },
  {
    channelId: 'UCsimTallySlowBread0003c',
    handle: 'slow.bread',
    title: 'Slow Bread',
    bio: 'Flour, water, salt, three days.',
    subscribers: 67_200,
    categoryId: '26',
    motto: 'A loaf from start to crust',
  },
  {
    channelId: 'UCsimTallyHarakat00004dd',
    handle: 'harakat_ar',
    title: 'حركات',
    bio: 'خط عربي بالحبر والقصب.',
    subscribers: 230_500,
    language: 'ar',
    categoryId: '27',
    motto: 'نكتب حرف العين من البداية',
  },
  {
    channelId: 'UCsimTallyTetsudo00005ee',
    handle: 'てつどう散歩',
    title: 'てつどう散歩',
    bio: '始発から終電まで、窓の外を見る。',
    subscribers: 31_900,
    language: 'ja',
    categoryId: '22',
    motto: '山の小さな駅で降りてみた',
  },
  {
    channelId: 'UCsimTallyOdaKeys00006ff',
    handle: 'oda-keys',
    title: 'Oda & the Upright',
    bio: 'One old piano <three> "good" octaves.',
    subscribers: 9_870,
    categoryId: '10',
    motto: 'Requests until the felt gives up',
  },
  {
    channelId: 'UCsimTallySpeedLab0007gg',
    handle: 'speedlab',
    title: 'Speedlab',
    bio: 'Any%, all the time.',
    subscribers: 154_300,
    categoryId: '20',
    motto: 'World record attempts, attempt 4,112',
  },
  {
    channelId: 'UCsimTallyGravel000008hh',
    handle: 'gravelclub',
    title: 'Gravel Club',
    bio: 'Bicycles far off the road.',
    subscribers: 5_120,
    categoryId: '17',
    motto: 'Sunday ride, bring gloves',
  },
];

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function seedCreators(world: YoutubeWorld): void {
  for (const [index, seed] of seeds.entries()) fillCreator(world, createCreator(world, seed), index);
}

function createCreator(world: YoutubeWorld, seed: Seed): Creator {
  const creator: Creator = {
    ...seed,
    username: seed.username ?? null,
    language: seed.language ?? 'en',
    joinedAt: new Date(world.doors.now().getTime() - 2_200 * DAY),
    videos: [],
  };
  world.creators.set(creator.channelId, creator);
  return creator;
}

/** Every creator has published before: three videos, a short and an ended stream. */
function fillCreator(world: YoutubeWorld, creator: Creator, index: number): void {
  const forms = ['upload', 'stream', 'upload', 'short', 'upload'] as const;
  for (const [age, form] of forms.entries()) {
    const publishedAt = new Date(world.doors.now().getTime() - (9 - 2 * age) * DAY - index * HOUR);
    const facts = {
      publishedAt,
      updatedAt: publishedAt,
      hasLargePicture: form !== 'short' && index % 4 !== 3,
      views: Math.round(creator.subscribers / (age + 3)),
      ...(form === 'stream'
        ? { startedAt: publishedAt, endedAt: new Date(publishedAt.getTime() + 2 * HOUR), seconds: 7_200 }
        : {}),
    };
    addVideo(world, creator, form, { title: `${creator.motto}, part ${age + 1}`, facts });
  }
}

/** Adds a new creator, for tests that need many. */
export function addCreator(world: YoutubeWorld, handle: string, channelId?: string): Creator {
  return createCreator(world, {
    channelId: channelId ?? createChannelId(world.doors),
    handle,
    title: handle,
    bio: '',
    subscribers: 100,
    categoryId: '20',
    motto: `${handle} is here`,
  });
}
