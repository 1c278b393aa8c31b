import { definePlatform } from '@tally/kernel';
import { spellingsOf } from '../spellings.ts';
import { openDesk } from './desk.ts';
import { findChannel } from './find-channel.ts';
import { channelNameIn, creatorPageIn } from './name.ts';
import { followShort, readEmbed } from './oembed.ts';
import { ask, MOST_CHANNELS } from './poll.ts';

export const tiktok = definePlatform({
  id: 'tiktok',
  capabilities: ['live', 'titleChanges', 'videos'],
  batchSize: MOST_CHANNELS,
  // The popular library also polls at most twice a minute.
  pace: {
    questionsPerMinute: 20,
    idleSeconds: 30,
    busySeconds: 30,
    // Most look-ups cost one page. The budget of pages for people covers ten names that do not exist.
    peoplePerMinute: 40,
    strangersPerMinute: 2,
    lookUpsPerDay: 200,
  },
  isUnofficial: true,
  creatorPageIn,
  channelNameIn,
  otherNamesIn: (text) => spellingsOf(text, ['', '_']),
  hosts: ({ tiktok, media }) => [
    media.tiktokUrl,
    ...Object.values(media.shortTiktok),
    ...(tiktok.isReal ? [tiktok.siteUrl, tiktok.webcastUrl] : []),
  ],
  embeds: (doors) => ({
    readEmbed: (video) => readEmbed(doors, video),
    followShort: (address) => followShort(doors, address),
  }),
  connect(doors) {
    const desk = openDesk(doors);
    return {
      stream: {
        findChannel: (name) => findChannel(desk, name),
        searchChannels: async () => [],
        ask: (questions) => ask(desk, questions),
      },
      upkeep: {
        readBudgets: () => Promise.all(desk.client.allowances.map((each) => each.read())),
        async close() {
          for (const each of desk.client.allowances) await each.close();
        },
      },
    };
  },
});
