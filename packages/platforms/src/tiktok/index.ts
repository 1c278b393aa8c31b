import { definePlatform } from '@tally/kernel';
import { creatorPages, END } from '../pages.ts';
import { spellingsOf } from '../spellings.ts';
import { openDesk } from './desk.ts';
import { findChannel } from './find-channel.ts';
import { followShort, readEmbed } from './oembed.ts';
import { ask, MOST_CHANNELS } from './poll.ts';
import { nameRule } from './tiktok.external.ts';

/** Short links (vm., vt.) name no channel. We do not follow them, because they may lead anywhere. */
const link = /^(?:https?:\/\/)?(?:www\.|m\.)?tiktok\.com\/@([^/?#]+)/i;

export const tiktok = definePlatform({
  id: 'tiktok',
  capabilities: ['live', 'titleChanges', 'videos'],
  batchSize: MOST_CHANNELS,
  // The popular library polls at most twice a minute, too.
  pace: {
    questionsPerMinute: 20,
    idleSeconds: 30,
    busySeconds: 30,
    peoplePerMinute: 20,
    strangersPerMinute: 2,
    lookUpsPerDay: 200,
  },
  isUnofficial: true,
  creatorPageIn: creatorPages([
    {
      at: new RegExp(`^tiktok\\.com/@([\\w.]{1,23}\\w)${END}`, 'i'),
      url: (name) => `https://www.tiktok.com/@${name.toLowerCase()}`,
    },
  ]),
  channelNameIn(text) {
    const name = link.exec(text.trim())?.[1] ?? text.trim().replace(/^@/, '');
    // A dot at the end belongs to the sentence around the name.
    return nameRule.test(name) && !name.endsWith('.') ? name.toLowerCase() : null;
  },
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
