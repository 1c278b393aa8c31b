import { type Channel, definePlatform, type NamedChannel, type ToWrite } from '@tally/kernel';
import { spellingsOf } from '../spellings.ts';
import { listBadges } from './badges.ts';
import { findAccountAge, hearChats, leaveChats, writeInChat } from './chat.ts';
import { createClient, type TwitchClient } from './client.ts';
import { findClipFiles } from './clip-files.ts';
import { listClips } from './clips.ts';
import { detailsOf } from './details.ts';
import { listEmotes } from './emotes.ts';
import { createLogin } from './oauth.ts';
import { askWhoIsLive, MOST_IDS } from './poll.ts';
import { readPush } from './push.ts';
import { findRecording } from './recording.ts';
import { askStandings } from './standing.ts';
import { canPush, dropPush, ensurePush, hearRevocations } from './subscribe.ts';
import { channelOf, TwitchFound, TwitchTotal, TwitchUsers } from './twitch.external.ts';

/** New names have at least four characters; a few old ones are shorter. */
const login = /^[a-z0-9]\w{1,24}$/i;
const link = /^(?:https?:\/\/)?(?:www\.|m\.)?twitch\.tv\/(?:popout\/)?([^/?#]+)/i;
/** First path segments of videos and lists, which do not name a channel. */
const notNames = /^(?:videos?|clip|directory)$/i;

export const twitch = definePlatform({
  id: 'twitch',
  name: 'Twitch',
  colour: '#9146FF',
  capabilities: {
    live: true,
    titleChanges: true,
    videos: false,
    shorts: false,
    clips: true,
    vods: true,
    followers: true,
    emotes: true,
    auditLog: false,
    login: 'oauth',
  },
  batchSize: MOST_IDS,
  // Twitch allows 800 points per minute. A question of a stranger may cost two.
  pace: {
    questionsPerMinute: 520,
    idleSeconds: 30,
    busySeconds: 10,
    peoplePerMinute: 200,
    strangersPerMinute: 40,
    lookUpsPerDay: 2_000,
    isSearchCheap: true,
  },
  channelNameIn(text) {
    const linked = link.exec(text.trim())?.[1];
    if (linked && notNames.test(linked)) return null;
    const name = linked ?? text.trim().replace(/^@/, '');
    return login.test(name) ? name.toLowerCase() : null;
  },
  otherNamesIn: (text) => spellingsOf(text, ['', '_']),
  connect(doors) {
    const client = createClient(doors);
    const hasPushes = canPush(doors);
    const { botId } = doors.config.twitch;
    const bot = botId === null ? null : { client, doors, botId };
    return {
      findChannel: (name) => findChannel(client, name),
      searchChannels: (words) => searchChannels(client, words),
      listAvatars: (userIds) => listAvatars(client, userIds),
      ask: (questions) => askWhoIsLive(client, doors, questions),
      findRecording: (session, channel) => findRecording(client, doors, session, channel),
      listClips: (channel, since) => listClips(client, doors, channel, since),
      findClipFiles: (clip) => findClipFiles(client, clip),
      listEmotes: (channel) => listEmotes(client, channel.id),
      detailsOf: (channelId) => detailsOf(client, channelId),
      readPush: async (push) => readPush(doors, push),
      login: createLogin(doors, hasPushes ? () => hearRevocations(client, doors) : undefined),
      askStandings: (asked) => askStandings(doors, asked),
      listBadges: (channel) => listBadges(client, channel.id),
      countFollowers: (channel) => countFollowers(client, channel.id),
      findAccountAge: (accountId) => findAccountAge(client, accountId),
      ...(bot && { writeInChat: (about: ToWrite) => writeInChat(bot, about) }),
      ...(bot &&
        hasPushes && {
          hearChats: (channelIds: readonly string[]) => hearChats(bot, channelIds),
          leaveChats: (channelIds: readonly string[]) => leaveChats(bot, channelIds),
        }),
      ...(hasPushes && {
        ensurePush: (channelIds: readonly string[]) => ensurePush(client, doors, channelIds),
        dropPush: (channelIds: readonly string[]) => dropPush(client, doors, channelIds),
      }),
    };
  },
});

async function findChannel(client: TwitchClient, name: string): Promise<Channel | null> {
  const { data } = await client.get('/users', { login: name }, TwitchUsers);
  return data[0] ? channelOf(data[0]) : null;
}

const MOST_FOUND = 10;

/** https://dev.twitch.tv/docs/api/reference#search-channels: channels that have streamed within the last six months. */
async function searchChannels(client: TwitchClient, words: string): Promise<readonly NamedChannel[]> {
  const { data } = await client.get('/search/channels', { query: words, first: String(MOST_FOUND) }, TwitchFound);
  return data.map(({ broadcaster_login: name, display_name }) => ({ name, displayName: display_name ?? name }));
}

async function listAvatars(client: TwitchClient, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { data } = await client.get('/users', { id: userIds }, TwitchUsers);
  return new Map(data.flatMap(({ id, profile_image_url: url }) => (url ? [[id, url]] : [])));
}

/** The list of followers is only for the channel's moderators, but the total is public: see README.md. */
async function countFollowers(client: TwitchClient, channelId: string): Promise<number> {
  return (await client.get('/channels/followers', { broadcaster_id: channelId, first: '1' }, TwitchTotal)).total;
}
