import { minutes, type Question } from '@tally/kernel';
import { type Read, runChain, type Strategy } from './chain.ts';
import type { TikTokClient } from './client.ts';
import type { Desk } from './desk.ts';
import type { TikTokMemory } from './memory.ts';
import type { SeenChannel } from './tiktok.external.ts';

/** The ways, tried in this order. Both return the same data. A failing way pauses, and the next one is used. */
export const waysToLook = (client: TikTokClient): readonly Strategy<string, SeenChannel>[] => [
  { id: 'live page', read: (name) => client.livePage(name) },
  { id: 'room call', read: (name) => client.userRoom(name) },
];

/** An unused name is checked less often. The search for the channel's new name runs at most at this interval. */
const NAME_SOUGHT_EVERY_MS = minutes(10);

export type Look =
  | { readonly kind: 'seen'; readonly seen: SeenChannel; readonly memory: TikTokMemory }
  | { readonly kind: 'trouble'; readonly reason: string; readonly memory: TikTokMemory; readonly askAgainAt?: Date };

/**
 * Pages are addressed by name, and a name may disappear or move to another channel. Only a page with the stable id
 * belongs to this channel.
 */
export async function askSources(desk: Desk, question: Question, memory: TikTokMemory): Promise<Look> {
  const { client, health, doors } = desk;
  const ways = waysToLook(client);
  const names = [...new Set([memory.name, question.name])].filter((name) => typeof name === 'string');
  const look = async (name: string): Promise<Read<SeenChannel>> => {
    const read = await runChain(ways, health, name);
    return read.kind === 'told' && read.data.person.id !== question.channelId ? { kind: 'absent' } : read;
  };
  for (const name of names) {
    const read = await look(name);
    if (read.kind === 'told') return { kind: 'seen', seen: read.data, memory };
    if (read.kind === 'trouble') {
      const { reason, retryAt } = read;
      return { kind: 'trouble', reason, memory, ...(retryAt ? { askAgainAt: retryAt } : {}) };
    }
  }
  const now = doors.clock.now().getTime();
  const isTime = now - memory.nameSoughtAt >= NAME_SOUGHT_EVERY_MS;
  const sought = isTime ? { ...memory, nameSoughtAt: now } : memory;
  const renamed = isTime && memory.secUid ? await findName(desk, memory.secUid, question.channelId) : null;
  if (renamed && !names.includes(renamed)) {
    const read = await look(renamed);
    if (read.kind === 'told') return { kind: 'seen', seen: read.data, memory: { ...sought, nameSoughtAt: 0 } };
  }
  const [name] = names;
  return {
    kind: 'trouble',
    reason: name === undefined ? 'its name is not known' : `@${name} now has another id`,
    memory: sought,
    askAgainAt: new Date(now + NAME_SOUGHT_EVERY_MS),
  };
}

/** The list of videos is addressed by a stable id and contains its author's current name. */
async function findName({ client, health }: Desk, secUid: string, channelId: string): Promise<string | null> {
  const read = await runChain([{ id: 'item list', read: (id: string) => client.itemList(id) }], health, secUid);
  const author = read.kind === 'told' ? read.data.find((item) => item.author.id === channelId)?.author : undefined;
  return author?.name ?? null;
}
