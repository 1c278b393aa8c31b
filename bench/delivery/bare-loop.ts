import { REST, Routes } from 'discord.js';
import { inParallel, type Place, type SimProcess } from './sim.ts';

/** The yardstick: one embed to every channel with @discordjs/rest and nothing else. Messages a second. */
export async function bareLoop(sim: SimProcess, places: readonly Place[]): Promise<number> {
  const rest = new REST({
    api: `${sim.url}/discord/api`,
    version: '10',
    globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    userAgentAppendix: 'bench',
  }).setToken('sim-bot-token');
  const body = {
    content: 'ada is live',
    embeds: [
      {
        title: 'Night drive through the old town',
        url: 'https://kick.com/ada',
        fields: [{ name: 'Category', value: 'Just Chatting' }],
      },
    ],
  };
  const since = performance.now();
  await inParallel(places.length, async (index) => {
    await rest.post(Routes.channelMessages(places[index]?.channelId ?? ''), { body });
  });
  const perSecond = places.length / ((performance.now() - since) / 1000);
  rest.clearHandlerSweeper();
  rest.clearHashSweeper();
  return perSecond;
}
