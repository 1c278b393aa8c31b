import { definePlatform } from '@tally/kernel';
import { creatorPages, END } from '../pages.ts';
import { spellingsOf } from '../spellings.ts';
import { addressesOf, channelNameIn, SITE, VIDEO_PAGE } from './address.ts';
import { createClient } from './client.ts';
import { findChannel, readSecret } from './find-channel.ts';
import { askWhoIsLive } from './poll.ts';
import { findRecording } from './recording.ts';
import { listSupporters } from './standing.ts';

export { readApiUrl } from './api-url.ts';

export const rumble = definePlatform({
  id: 'rumble',
  capabilities: ['live', 'titleChanges', 'videos', 'shorts', 'vods'],
  // A request costs a page and up to three player calls per creator. A small batch lets the sweep stop early.
  batchSize: 4,
  pace: {
    questionsPerMinute: 30,
    idleSeconds: 60,
    busySeconds: 20,
    byHabit: { expectedSeconds: 10, liveSeconds: 90, quietSeconds: 120 },
    peoplePerMinute: 60,
    strangersPerMinute: 6,
    lookUpsPerDay: 2_000,
  },
  isUnofficial: true,
  creatorPageIn: creatorPages([
    {
      at: new RegExp(`^rumble\\.com/((?:c|user)/[\\w.-]{1,99}\\w)${END}`, 'i'),
      url: (name) => `${SITE}/${name.toLowerCase()}`,
    },
    {
      at: new RegExp(`^${VIDEO_PAGE}`, 'i'),
      url: (page) => `${SITE}/${page.toLowerCase()}`,
      isThing: true,
    },
  ]),
  channelNameIn,
  otherNamesIn: (text) => spellingsOf(text, ['', '_']),
  addressesOf,
  hosts: ({ rumble }) => (rumble.isReal ? [rumble.siteUrl] : []),
  connect(doors) {
    const { log, config } = doors;
    const { siteUrl } = config.rumble;
    const client = createClient(doors);
    return {
      stream: {
        findChannel: (name) => findChannel(client, name),
        searchChannels: async () => [],
        ask: (questions) => askWhoIsLive(client, doors, questions),
      },
      recordings: { findRecording: (session, channel) => findRecording(client, doors, session, channel) },
      supporters: {
        readSecret: (secret) => readSecret({ client, log, siteUrl }, secret),
        listSupporters: (asked) => listSupporters({ client, log, siteUrl }, asked),
      },
    };
  },
});
