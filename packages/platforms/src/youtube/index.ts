import { type Channel, definePlatform, type StreamSession, type Video } from '@tally/kernel';
import { spellingsOf } from '../spellings.ts';
import { natureOf, videoOf } from './classify.ts';
import { createClient, MOST_IDS, type YoutubeClient } from './client.ts';
import { channelNameIn, creatorPageIn, findChannel, findMany, videoNamed } from './name.ts';
import { createLogin } from './oauth.ts';
import { readEmbed } from './oembed.ts';
import { together } from './playable.ts';
import { ask } from './poll.ts';
import { readPush } from './read-push.ts';
import { createEnsurePush } from './subscribe.ts';
import { ChannelId } from './youtube.external.ts';

export const youtube = definePlatform({
  id: 'youtube',
  capabilities: ['live', 'titleChanges', 'videos', 'shorts', 'vods'],
  batchSize: MOST_IDS,
  // A request reads up to fifty feeds, which are free, and spends a unit only if something is live or new. Units are
  // limited per day (see quota.ts). At this pace a lost push delays a message by at most three minutes.
  pace: {
    questionsPerMinute: 20,
    idleSeconds: 120,
    busySeconds: 60,
    peoplePerMinute: 60,
    strangersPerMinute: 2,
    lookUpsPerDay: 200,
  },
  creatorPageIn,
  channelNameIn,
  // Each additional name costs a unit.
  otherNamesIn: (text) => spellingsOf(text, ['']),
  hosts: ({ youtube, media }) => [
    media.youtubeUrl,
    ...(youtube.isReal ? [youtube.apiUrl, youtube.hubUrl, youtube.siteUrl] : []),
    ...(youtube.isReal && youtube.login ? [youtube.login.tokenUrl] : []),
  ],
  embeds: (doors) => ({ readEmbed: ({ videoId }) => readEmbed(doors, videoId), followShort: async () => null }),
  push: { methods: ['GET', 'POST'] },
  connect(doors) {
    const client = createClient(doors);
    const ensurePush = createEnsurePush(doors);
    return {
      stream: {
        findChannel: (name) => findChannel(client, name),
        searchChannels: (words) => client.searchChannels(words),
        ask: (questions) => ask(client, doors, questions),
      },
      lookUps: {
        mostNames: MOST_IDS,
        takes: (name) => ChannelId.safeParse(name).success || videoNamed(name) !== null,
        findChannels: (names) => findMany(client, names),
      },
      recordings: { findRecording: (session, channel) => findRecording(client, session, channel) },
      media: {
        findPlayable: together((ids) => client.listPlayables(ids)),
        searchVideo: (words, about) => client.searchVideo(words, about),
      },
      intake: { readPush: (push) => readPush(doors, push) },
      upkeep: { readBudgets: async () => [await client.quota.read()], close: () => client.quota.close() },
      // The hub's subscriptions expire without a call.
      push: ensurePush && { ensurePush, dropPush: async () => [], hearRevocations: async () => {}, pushTopics: [] },
      login: createLogin(doors),
    };
  },
});

/** Returns the page of the stream itself, once its recording is complete. */
async function findRecording(client: YoutubeClient, session: StreamSession, channel: Channel): Promise<Video | null> {
  const video = session.streamId === null ? null : await client.findVideo(session.streamId);
  if (!video || video.channelId !== channel.id || natureOf(video) !== 'recording') return null;
  return video.isPublic && video.durationSeconds !== null ? videoOf(video, 'vod') : null;
}
