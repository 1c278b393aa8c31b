import { startSim } from '@tally/sim/start';
import { expect, test } from 'vitest';
import { act } from './world/act.ts';
import { makeCast } from './world/cast.ts';
import { startCrew } from './world/crew.ts';
import { throwDice } from './world/dice.ts';
import { inSeconds, print } from './world/print.ts';
import { sized, soak } from './world/sizes.ts';
import { until } from './world/until.ts';
import { clean, judge } from './world/verdict.ts';

/**
 * E5: one creator goes live for many servers, on the built-in database; the one process is killed in the middle of it,
 * and started again.
 */
const messages = sized({ small: 200, nightly: 1_000, full: 1_000 });
const DONE_WITHIN_MS = 75_000 + messages * 60;

test(
  `kill -9 of the one process during a fan-out of ${messages}: all stand once`,
  async () => {
    const dice = throwDice();
    const sim = await startSim({ limits: false });
    const crew = await startCrew({
      sim,
      databaseUrl: null,
      roles: ['all'],
      env: { PLANS: 'unlimited', RATE_LIMIT_PER_MINUTE: '1000000', LOG_LEVEL: 'error' },
    });
    try {
      const [member] = crew.members;
      const api = member?.url ?? '';
      act(sim, 'kick', 'callback', { url: `${api}/webhooks/kick` });
      const size = { creators: 1, messages, servers: messages, channelsPerServer: 1 };
      const cast = await makeCast({ sim, api, dice, size });
      act(sim, 'discord', 'limits', { enabled: true });
      const present = () => judge(sim, cast).present;

      const since = performance.now();
      const who = cast.creators[0]?.name;
      act(sim, 'kick', 'go-live', { who, title: `${who} for everybody` });
      const share = dice.between(messages * 0.1, messages * 0.7);
      expect(await until(() => present() >= share, { withinMs: DONE_WITHIN_MS, everyMs: 5 })).toBe(true);
      await member?.kill();
      const before = present();
      await member?.untilUp();
      await until(() => present() === messages, { withinMs: DONE_WITHIN_MS });
      const all = performance.now() - since;

      const verdict = judge(sim, cast);
      print(`E5 (${soak}), CHAOS_SEED=${dice.seed}`, {
        'killed after': `${before} of ${messages} messages`,
        'present at the end': `${verdict.present}, twice ${verdict.duplicates.length}, misplaced ${verdict.misplaced.length}`,
        'from live to the last': inSeconds(all),
      });
      expect(before).toBeLessThan(messages);
      const told = verdict.present === messages ? '' : crew.output().slice(-4_000);
      expect({ ...verdict, crashes: crew.crashes, told }).toEqual({
        ...clean,
        present: messages,
        crashes: [],
        told: '',
      });
    } finally {
      await crew.close();
      await sim.close();
    }
  },
  DONE_WITHIN_MS * 3,
);
