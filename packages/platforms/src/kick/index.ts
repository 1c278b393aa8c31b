import { type Channel, definePlatform, type PlatformConnection } from '@tally/kernel';
import { creatorPages, END, typedIn } from '../pages.ts';
import { canReachUs } from '../reach.ts';
import { spellingsOf } from '../spellings.ts';
import { hearChats, leaveChats, writeInChat } from './chat.ts';
import { createClient, type KickClient } from './client.ts';
import { listClips } from './clips.ts';
import { channelOf, KickChannels, KickUsers } from './kick.external.ts';
import { readPartnerClip } from './kickbot.ts';
import { createMoments } from './moments.ts';
import { createLogin } from './oauth.ts';
import { askWhoIsLive, MOST_CHANNELS, MOST_IDS } from './poll.ts';
import { dropPush, ensurePush, pushTopics, readPush } from './push.ts';
import { createChats } from './realtime/chats.ts';
import { createSearch } from './search.ts';
import { listEmotes } from './site/emotes.ts';
import { readPage } from './site/page.ts';
import { openRecording } from './site/playback.ts';
import { findRecording } from './site/recording.ts';
import { countFollowers, createSites, listBadges } from './site/site.ts';
import { createStandings } from './standing.ts';

/** Slugs have at most 25 characters: https://docs.kick.com/apis/channels */
const slug = /^[a-z0-9_-]{1,25}$/i;
/** The first path segments of other pages of the site. */
const others =
  'videos?|clips?|category|categories|browse|following|search|dashboard|settings|subscriptions|terms-of-service|privacy-policy|community-guidelines|about|team|jobs|transactions|popout|login|signup';
const link = new RegExp(`^kick\\.com/(?:popout/)?(?!(?:${others})${END})([^/?#]+)`, 'i');

export const kick = definePlatform({
  id: 'kick',
  capabilities: ['live', 'titleChanges', 'clips', 'vods', 'followers', 'emotes', 'auditLog'],
  batchSize: MOST_IDS,
  pace: {
    questionsPerMinute: 600,
    idleSeconds: 15,
    busySeconds: 5,
    peoplePerMinute: 300,
    strangersPerMinute: 60,
    lookUpsPerDay: 2_000,
    isSearchCheap: true,
  },
  creatorPageIn: creatorPages([
    {
      at: new RegExp(`^kick\\.com/(?:popout/)?(?!(?:${others})${END})([\\w-]{2,60})${END}`, 'i'),
      url: (name) => `https://kick.com/${name.toLowerCase()}`,
    },
  ]),
  channelNameIn(text) {
    const typed = typedIn(text);
    const name = link.exec(typed)?.[1] ?? typed.replace(/^@/, '');
    return slug.test(name) ? name.toLowerCase() : null;
  },
  // URLs have hyphens where names have underscores.
  otherNamesIn: (text) => spellingsOf(text, ['-', '', '_']),
  hosts: ({ kick, kickbot }) => [
    ...(kick.isReal ? [kick.apiUrl, kick.idUrl] : []),
    ...(kick.isReal && kick.isUnofficial
      ? [kick.siteUrl, kick.webUrl, kick.mobileUrl, kick.clipsUrl, kick.streamUrl, kick.filesUrl]
      : []),
    ...(kick.isReal && kick.isUnofficial && kickbot.accountId ? [kickbot.siteUrl] : []),
    // Kick chooses the host of each connection below these domains.
    ...(kick.isReal && kick.isChatRead ? ['*.platform.kick.com', '*.pusher.com'] : []),
  ],
  fileHosts: ({ kick }) => [kick.filesUrl],
  push: { methods: ['POST'] },
  connect(doors) {
    const client = createClient(doors);
    const sites = doors.config.kick.isUnofficial ? createSites(doors) : null;
    const chats = sites && doors.config.kick.isChatRead ? createChats(doors, sites) : null;
    const findStanding = sites && createStandings(sites.site, doors);
    const findMoment = sites && createMoments(sites, doors);
    // If Kick cannot reach us, it drops subscriptions after a day, and we would renew them every day in vain.
    const hasPushes = canReachUs(doors, 'kick', 'so its streams are polled, and its chats and gifts are missing');
    return {
      stream: {
        findChannel: async (name) => (await findChannels(client, [name])).get(name.toLowerCase()) ?? null,
        searchChannels: createSearch(client, doors),
        ask: (questions) => askWhoIsLive(client, doors, questions),
      },
      lookUps: { mostNames: MOST_CHANNELS, takes: () => true, findChannels: (names) => findChannels(client, names) },
      intake: { readPush: (push) => readPush(client, doors, push) },
      people: { listAvatars: (userIds) => listAvatars(client, userIds), findAccountAge: async () => null },
      login: createLogin(doors),
      chatWriting: { botId: null, writeInChat: (about) => writeInChat(doors, about) },
      ...(hasPushes && {
        push: {
          ensurePush: (channelIds, topics = new Map()) => ensurePush(client, doors, { channelIds, topics }),
          dropPush: (channelIds) => dropPush(client, channelIds),
          hearRevocations: async () => {},
          pushTopics,
        },
        chat: {
          needsGrant: false,
          hearChats: (channelIds) => hearChats(client, doors, channelIds),
          leaveChats: (channelIds, logged) => leaveChats(client, channelIds, logged),
        },
      }),
      ...(chats && {
        chatPage: { readChat: chats.read },
        upkeep: { readBudgets: async () => [], close: async () => chats.close() },
      }),
      // The public API has none of these calls, so they need kick.com itself.
      ...(sites &&
        findStanding &&
        findMoment && {
          followers: { countFollowers: ({ name }) => countFollowers(sites.site, name) },
          emotes: {
            listEmotes: ({ name }) => listEmotes(sites.site, name),
            listBadges: ({ name }) => listBadges(sites.site, name),
          },
          recordings: { findRecording: (session, channel) => findRecording(sites, session, channel) },
          playback: { openRecording: (channel, videoId) => openRecording(sites, channel, videoId) },
          clips: {
            listClips: (channel, since) =>
              listClips({ site: sites.site, findStanding, findMoment, doors }, channel, since),
          },
          pages: {
            readPage: (link) => readPage(sites, link),
            readPartnerClip: (id) => readPartnerClip(doors, id),
          },
        }),
    } satisfies PlatformConnection;
  },
});

async function findChannels(client: KickClient, names: readonly string[]): Promise<ReadonlyMap<string, Channel>> {
  const { data: found } = await client.get('/public/v1/channels', { slug: names }, KickChannels);
  if (found.length === 0) return new Map();
  const ids = found.map(({ broadcaster_user_id: id }) => String(id));
  const { data: users } = await client.get('/public/v1/users', { id: ids }, KickUsers);
  const byId = new Map(users.map((user) => [user.user_id, user]));
  return new Map(found.map((each) => [each.slug.toLowerCase(), channelOf(each, byId.get(each.broadcaster_user_id))]));
}

async function listAvatars(client: KickClient, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { data } = await client.get('/public/v1/users', { id: userIds }, KickUsers);
  return new Map(data.flatMap(({ user_id, profile_picture: url }) => (url ? [[String(user_id), url]] : [])));
}
