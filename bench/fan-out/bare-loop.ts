import { REST, Routes } from 'discord.js';
import { inParallel, type Place, type SimProcess } from './sim.ts';

/** The pipeline's message for a Kick stream, written by hand, so both send the same bytes. */
const body = {
  content: '**ada** is live on Kick',
  embeds: [
    {
      title: 'Night drive through the old town',
      url: 'https://kick.com/ada',
      color: 5_504_024,
      author: { name: 'ada' },
      fields: [{ name: 'Category', value: 'Just Chatting', inline: true }],
      image: { url: 'https://example.test/thumbnail.jpg?t=29923332' },
      footer: { text: 'Tally' },
    },
  ],
  components: [{ type: 1, components: [{ type: 2, style: 5, label: 'Watch stream', url: 'https://kick.com/ada' }] }],
};

/** The baseline: sends one message to every channel with only @discordjs/rest. Returns messages per second. */
export async function bareLoop(sim: SimProcess, places: readonly Place[]): Promise<number> {
  const rest = new REST({
    api: `${sim.url}/discord/api`,
    version: '10',
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    userAgentAppendix: 'bench',
  }).setToken('sim-bot-token');
  const since = performance.now();
  await inParallel(places.length, async (index) => {
    await rest.post(Routes.channelMessages(places[index]?.channelId ?? ''), { body });
  });
  const perSecond = places.length / ((performance.now() - since) / 1000);
  rest.clearHandlerSweeper();
  rest.clearHashSweeper();
  return perSecond;
}
