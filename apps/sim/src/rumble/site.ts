/** Serves rumble.com: pages, player, oEmbed, the creators' own API, pictures. */
import { paintPortrait, paintStage } from '../platform/pictures/scenes.ts';
import { getData } from './api.ts';
import {
  type Answer,
  answerJson,
  answerPage,
  answerPicture,
  answerText,
  type Call,
  notFound,
  type Route,
} from './call.ts';
import { emptyPage, listingPage, oldLayout, otherLayout, shortsPage, type Tab, videoPage } from './pages.ts';
import { embedId, permalinkId, showEmbed, showOembed } from './shapes.ts';
import { troubleNow } from './trouble.ts';
import { type Creator, findVideo, type RumbleWorld } from './world.ts';

const SLOW_MS = 30_000;
const tabs = ['videos', 'livestreams', 'shorts'] as const satisfies readonly Tab[];

export function siteRoutes(world: RumbleWorld): Route[] {
  const get = (path: string, run: Route['run']): Route => ({
    method: 'GET',
    path: `/site${path}`,
    run: async (call, names) => {
      if (troubleNow(world) === 'slow') await new Promise<void>((resolve) => world.doors.later(SLOW_MS, resolve));
      return await run(call, names);
    },
  });
  const listings = (['c', 'user'] as const).flatMap((space) => [
    get(`/${space}/:slug`, (_, { slug = '' }) => listing(world, `${space}/${slug}`, 'home')),
    ...tabs.map((tab) => get(`/${space}/:slug/${tab}`, (_, { slug = '' }) => listing(world, `${space}/${slug}`, tab))),
  ]);
  return [
    ...listings,
    get('/-livestream-api/get-data', (call) => getData(world, call)),
    get('/embedJS/u3', (call) => embed(world, call)),
    get('/api/Media/oembed.json', (call) => oembed(world, call)),
    get('/shorts', () => answerPage(200, shortsPage(world))),
    get('/shorts/:page', (_, { page = '' }) => watch(world, page)),
    get('/:page', (_, { page = '' }) =>
      /^v[\w.-]+$/.test(page) ? watch(world, page) : answerText(501, `The simulated Rumble has no page ${page}.`),
    ),
  ];
}

export const pictureRoutes = (world: RumbleWorld): Route[] => [
  {
    method: 'GET',
    path: '/pictures/face/:file',
    run: (_, { file = '' }) => {
      const creator = [...world.creators.values()].find(({ number }) => `${number}.png` === file);
      if (!creator) throw notFound();
      return answerPicture(paintPortrait(creator.name));
    },
  },
  {
    method: 'GET',
    path: '/pictures/thumb/:file',
    run: (_, { file = '' }) => {
      const found = findVideo(world, ({ id }) => `${id}.png` === file);
      if (!found) throw notFound();
      const { creator, video } = found;
      const from = video.stream?.startsAt ?? video.createdAt;
      const minute = Math.max(0, Math.floor((world.doors.now().getTime() - from.getTime()) / 60_000));
      const isLive = video.stream?.state === 'live';
      return answerPicture(paintStage({ key: String(video.id), hue: creator.hue, minute: isLive ? minute : 5 }));
    },
  },
];

function listing(world: RumbleWorld, address: string, tab: Tab): Answer {
  const creator = world.creators.get(address.toLowerCase());
  if (!creator) throw notFound();
  return answerPage(200, layoutNow(world, creator, tab));
}

function layoutNow(world: RumbleWorld, creator: Creator, tab: Tab): string {
  const trouble = troubleNow(world);
  if (trouble === 'layout') return otherLayout();
  if (trouble === 'old layout') return oldLayout(creator);
  if (trouble === 'empty') return emptyPage(creator);
  return listingPage(world, creator, tab);
}

function watch(world: RumbleWorld, page: string): Answer {
  const found = findVideo(world, (video) => permalinkId(video) === page.split(/[-.]/)[0]);
  if (!found) throw notFound();
  return answerPage(200, videoPage(world, found.creator, found.video));
}

function embed(world: RumbleWorld, call: Call): Answer {
  const { query } = call;
  if (query.get('request') !== 'video' || query.get('ver') !== '2') throw notFound();
  const found = findVideo(world, (video) => embedId(video) === query.get('v'));
  if (!found) throw notFound();
  return answerJson(200, showEmbed(world, found.creator, found.video));
}

function oembed(world: RumbleWorld, call: Call): Answer {
  const url = URL.parse(call.query.get('url') ?? '');
  if (url?.hostname !== 'rumble.com') throw notFound();
  const page = url.pathname.split('/').at(-1) ?? '';
  const found = findVideo(world, (video) => permalinkId(video) === page.split(/[-.]/)[0]);
  if (!found) throw notFound();
  return answerJson(200, showOembed(world, found.creator, found.video));
}
