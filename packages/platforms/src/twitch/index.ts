import { definePlatform, type FoundChannel, type PlatformConnection } from '@tally/kernel';
import { spellingsOf } from '../spellings.ts';
import { listBadges } from './badges.ts';
import { findAccountAge, hearChats, leaveChats, writeInChat } from './chat.ts';
import { createClient, type TwitchClient } from './client.ts';
import { findClipFiles } from './clip-files.ts';
import { listClips } from './clips.ts';
import { detailsOf } from './details.ts';
import { listEmotes } from './emotes.ts';
import { channelNameIn, creatorPageIn, findChannels } from './name.ts';
import { createLogin, isValid } from './oauth.ts';
import { askWhoIsLive, MOST_IDS } from './poll.ts';
import { readPush } from './push.ts';
import { findRecording } from './recording.ts';
import { askStandings } from './standing.ts';
import { canPush, dropPush, ensurePush, hearRevocations } from './subscribe.ts';
import { channelOf, TwitchFound, TwitchTotal, TwitchUsers } from './twitch.external.ts';

export const twitch = definePlatform({
  id: 'twitch',
  capabilities: ['live', 'titleChanges', 'clips', 'vods', 'followers', 'emotes'],
  batchSize: MOST_IDS,
  // Twitch allows 800 points per minute. A request from an anonymous caller may cost two.
  pace: {
    questionsPerMinute: 520,
    idleSeconds: 30,
    busySeconds: 10,
    peoplePerMinute: 200,
    strangersPerMinute: 40,
    lookUpsPerDay: 2_000,
    isSearchCheap: true,
  },
  creatorPageIn,
  channelNameIn,
  otherNamesIn: (text) => spellingsOf(text, ['', '_']),
  hosts: ({ twitch, emotes }) => (twitch.isReal ? [twitch.helixUrl, twitch.idUrl, emotes.twitchCdnUrl] : []),
  fileHosts: ({ emotes }) => [emotes.twitchCdnUrl],
  push: { methods: ['POST'] },
  connect(doors) {
    const client = createClient(doors);
    const hasPushes = canPush(doors);
    const { botId } = doors.config.twitch;
    const bot = botId === null ? null : { client, doors, botId };
    return {
      stream: {
        findChannel: async (name) => (await findChannels(client, [name])).get(name) ?? null,
        searchChannels: (words) => searchChannels(client, words),
        ask: (questions) => askWhoIsLive(client, doors, questions),
      },
      lookUps: { mostNames: MOST_IDS, takes: () => true, findChannels: (names) => findChannels(client, names) },
      details: { detailsOf: (channelId) => detailsOf(client, channelId) },
      intake: { readPush: async (push) => readPush(doors, push) },
      followers: { countFollowers: (channel) => countFollowers(client, channel.id) },
      recordings: { findRecording: (session, channel) => findRecording(client, doors, session, channel) },
      clips: { listClips: (channel, since) => listClips(client, doors, channel, since) },
      clipFiles: { findClipFiles: (clip) => findClipFiles(client, clip) },
      emotes: {
        listEmotes: (channel) => listEmotes(client, channel.id),
        listBadges: (channel) => listBadges(client, channel.id),
      },
      people: {
        listAvatars: (userIds) => listAvatars(client, userIds),
        findAccountAge: (accountId) => findAccountAge(client, accountId),
      },
      login: createLogin(doors),
      validation: { isValid: (accessToken) => isValid(doors, accessToken) },
      standings: { askStandings: (asked) => askStandings(doors, asked) },
      ...(bot && { chatWriting: { botId: bot.botId, writeInChat: (about) => writeInChat(bot, about) } }),
      ...(bot &&
        hasPushes && {
          chat: {
            needsGrant: true,
            hearChats: (channelIds) => hearChats(bot, channelIds),
            leaveChats: (channelIds) => leaveChats(bot, channelIds),
          },
        }),
      ...(hasPushes && {
        push: {
          ensurePush: (channelIds) => ensurePush(client, doors, channelIds),
          dropPush: (channelIds) => dropPush(client, doors, channelIds),
          hearRevocations: () => hearRevocations(client, doors),
          pushTopics: [],
        },
      }),
    } satisfies PlatformConnection;
  },
});

const MOST_FOUND = 10;

/** Finds channels that streamed in the last six months: https://dev.twitch.tv/docs/api/reference#search-channels */
async function searchChannels(client: TwitchClient, words: string): Promise<readonly FoundChannel[]> {
  const { data } = await client.get('/search/channels', { query: words, first: String(MOST_FOUND) }, TwitchFound);
  return data.map(({ id, broadcaster_login, display_name, thumbnail_url, is_live }) => ({
    ...channelOf({ id, login: broadcaster_login, display_name, profile_image_url: thumbnail_url }),
    ...(is_live === undefined ? {} : { isLive: is_live }),
  }));
}

async function listAvatars(client: TwitchClient, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { data } = await client.get('/users', { id: userIds }, TwitchUsers);
  return new Map(data.flatMap(({ id, profile_image_url: url }) => (url ? [[id, url]] : [])));
}

/** The list of followers is only for the channel's moderators, but the total is public (see README.md). */
async function countFollowers(client: TwitchClient, channelId: string): Promise<number> {
  return (await client.get('/channels/followers', { broadcaster_id: channelId, first: '1' }, TwitchTotal)).total;
}
