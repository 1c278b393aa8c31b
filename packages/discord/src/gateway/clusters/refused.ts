import type { Db } from '@tally/infra/db';
import type { Log } from '@tally/kernel';
import type { Discord } from '../../rest/index.ts';
import { type IntentName, privilegedIntents } from '../intents.ts';
import { listRefusedIntents, saveRefusals } from '../store/refusals.ts';
import { refusedOf } from './granted.ts';

/** The privileged intents that Discord does not grant this bot: see docs/decisions/0072. */
export interface Refused {
  /** Each change creates a new array. */
  readonly list: readonly IntentName[];
  /** Loads the intents that an earlier process found to be refused. */
  recall(): Promise<void>;
  lookUp(): Promise<void>;
  /** Handles a connection that Discord closed although it did not request these intents. */
  insist(wentWithout: readonly IntentName[]): Promise<void>;
}

export function createRefused(about: {
  readonly db: Db;
  readonly discord: Pick<Discord, 'bot'>;
  readonly wanted: ReadonlySet<IntentName>;
  /** Shards that now request different intents need new sessions. */
  readonly onChange: () => Promise<void>;
  readonly log: Log;
}): Refused {
  const { db, discord, log } = about;
  const wanted = privilegedIntents.filter((intent) => about.wanted.has(intent));
  let list: readonly IntentName[] = [];

  const ask = async (): Promise<readonly IntentName[]> =>
    wanted.length === 0 ? [] : refusedOf(wanted, (await discord.bot.application()).flags);

  async function set(next: readonly IntentName[]): Promise<void> {
    if (next.length === list.length && next.every((intent) => list.includes(intent))) return;
    list = next;
    if (next.length > 0)
      log.error({ intents: next }, 'Discord does not grant privileged intents; some features go without.');
    await saveRefusals(db, next);
    await about.onChange();
  }

  return {
    get list() {
      return list;
    },
    async recall() {
      list = await listRefusedIntents(db);
    },
    lookUp: async () => await set(await ask()),
    async insist(wentWithout) {
      const known = await ask();
      // Several clusters are closed at once. The first one has already changed the list, and all restart with it.
      if (wentWithout !== list) return;
      // Discord reports that all intents are granted, yet refuses them. Without privileged intents the connection
      // always works.
      await set(known.some((intent) => !list.includes(intent)) ? known : wanted);
    },
  };
}
