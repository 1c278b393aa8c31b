import type { Answer, PlatformDoors, Question } from '@tally/kernel';
import { troubleAnswer } from './answers.ts';
import { askApi } from './ask-api.ts';
import { askPages } from './ask-pages.ts';
import { isBlocked, type RumbleClient, type Trouble } from './client.ts';
import { readMemory } from './memory.ts';

/** The simulated Rumble has no limits, and people who try it out should not have to wait a minute. */
const SIMULATED_MS = 2_000;

/**
 * Checks one creator at a time, because the pages are not an API, and bot protection detects bursts. After a block the
 * rest of the batch stops.
 */
export async function askWhoIsLive(
  client: RumbleClient,
  { clock, config, log }: PlatformDoors,
  questions: readonly Question[],
): Promise<readonly Answer[]> {
  const { isReal, siteUrl } = config.rumble;
  let wall: Trouble | null = null;
  const watched: RumbleClient = {
    ...client,
    listing: async (address) => see(await client.listing(address)),
    player: async (embedId) => see(await client.player(embedId)),
    embedIdOf: async (path) => see(await client.embedIdOf(path)),
  };
  const see = <R extends { readonly isGood: true } | Trouble>(read: R): R => {
    if (!read.isGood && isBlocked(read)) wall = read;
    return read;
  };
  const answers: Answer[] = [];
  for (const { channelId, memory, secret } of questions) {
    const about = { channelId, now: clock.now(), memory: readMemory(memory) };
    const told = secret === null ? null : await askApi({ client: watched, log, siteUrl }, about, secret);
    answers.push(told ?? (wall ? troubleAnswer(about, wall) : await askPages(watched, about)));
  }
  const unknown = answers.flatMap(({ snapshot }) => (snapshot.state === 'unknown' ? [snapshot] : []));
  if (unknown.length > 0) {
    log.warn({ count: unknown.length, reason: unknown[0]?.reason }, 'Rumble did not say who is live');
  }
  return isReal ? answers : answers.map((answer) => hurried(answer, clock.now()));
}

const hurried = (answer: Answer, now: Date): Answer =>
  answer.snapshot.state === 'unknown' ? answer : { ...answer, askAgainAt: new Date(now.getTime() + SIMULATED_MS) };
