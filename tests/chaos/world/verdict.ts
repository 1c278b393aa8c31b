import type { Sim } from '@tally/sim/start';
import { type Cast, findNames, intention } from './cast.ts';

export interface Verdict {
  readonly present: number;
  readonly missing: readonly string[];
  readonly duplicates: readonly string[];
  /** Messages in a channel whose server does not follow the creator, or that contain no creator or several. */
  readonly misplaced: readonly string[];
}

/** The verdict of a run without errors. */
export const clean = { missing: [], duplicates: [], misplaced: [] } as const;

/** Compares the messages in the simulated Discord with the intended ones. */
export function judge(sim: Sim, cast: Cast): Verdict {
  const counts = new Map<string, number>();
  const misplaced: string[] = [];
  for (const channel of sim.discord.state.channels.values()) {
    for (const message of channel.messages.values()) {
      if (!message.applicationId && !isOurs(sim, message.authorId)) continue;
      const { content, embeds, components } = message;
      const names = findNames(JSON.stringify({ content, embeds, components }));
      const [name] = names;
      const key = intention(channel.id, name ?? '');
      if (names.length !== 1 || !cast.intended.has(key))
        misplaced.push(`${channel.id}: ${names.join(', ') || content}`);
      else counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return {
    present: counts.size,
    missing: [...cast.intended].filter((key) => !counts.has(key)),
    duplicates: [...counts].filter(([, count]) => count > 1).map(([key]) => key),
    misplaced,
  };
}

/** Counts the channels in which no message shows a running stream. */
export function countEnded(sim: Sim, cast: Cast): number {
  const rooms = cast.creators.flatMap(({ channels }) => channels);
  return rooms.filter((room) => {
    const messages = [...(sim.discord.state.channels.get(room)?.messages.values() ?? [])];
    const words = JSON.stringify(messages.map(({ content, embeds, components }) => [content, embeds, components]));
    return words.includes('was live') && !words.includes('is live');
  }).length;
}

const isOurs = (sim: Sim, authorId: string): boolean =>
  [...sim.discord.state.applications.values()].some(({ botId }) => botId === authorId);
