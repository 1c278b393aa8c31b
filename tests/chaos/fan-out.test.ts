import { startSim } from '@tally/sim/start';
import { expect, test } from 'vitest';
import { act } from './world/act.ts';
import { makeCast } from './world/cast.ts';
import { startCrew } from './world/crew.ts';
import { throwDice } from './world/dice.ts';
import { inSeconds, print } from './world/print.ts';
import { isNight, soak } from './world/sizes.ts';
import { countFaults } from './world/troubles.ts';
import { until } from './world/until.ts';
import { clean, countEnded, judge } from './world/verdict.ts';

/**
 * E5: one creator goes live for many servers, on the built-in database, and every tenth reply of Discord is lost. The
 * single process is killed twice in the middle of it, and once while the messages become end cards. Nightly only: by day,
 * processes are killed in the lives of `tests/simulation`.
 */
const messages = 1_000;
/** A process is killed when a share of its messages between these limits is sent. */
const kills = [
  [10, 35],
  [45, 75],
] as const;
const DONE_WITHIN_MS = 300_000 + messages * 60;

test.skipIf(!isNight)(
  `kill -9 of the one process during a fan-out of ${messages}, and at its end: all are posted once, and all end`,
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
      const cast = await makeCast({ sim, api, dice, size, settings: { offlineGraceMinutes: 0 } });
      act(sim, 'discord', 'limits', { enabled: true });
      sim.faults.seed(dice.seed);
      sim.faults.add({ world: 'discord', kind: 'lost-reply', percent: 10, route: '* /channels/*' });
      const present = () => judge(sim, cast).present;
      const ended = () => countEnded(sim, cast);
      /** Kills the process after this many messages. Returns the actual number at that time. */
      const killAt = async (done: () => number, share: number): Promise<number> => {
        expect(await until(() => done() >= messages * share, { withinMs: DONE_WITHIN_MS, everyMs: 50 })).toBe(true);
        await member?.kill();
        const before = done();
        await member?.untilUp();
        return before;
      };

      const since = performance.now();
      const who = cast.creators[0]?.name;
      act(sim, 'kick', 'go-live', { who, title: `${who} for everybody` });
      const before: number[] = [];
      for (const [from, to] of kills) before.push(await killAt(present, dice.between(from, to) / 100));
      await until(() => present() === messages, { withinMs: DONE_WITHIN_MS });
      const all = performance.now() - since;
      act(sim, 'kick', 'end', { who });
      before.push(await killAt(ended, dice.between(10, 70) / 100));
      await until(() => ended() === messages, { withinMs: DONE_WITHIN_MS });

      const verdict = judge(sim, cast);
      print(`E5 (${soak}), CHAOS_SEED=${dice.seed}`, {
        'killed after': `${before.join(', ')} of ${messages} messages`,
        'lost replies': countFaults(sim),
        'present at the end': `${verdict.present}, twice ${verdict.duplicates.length}, misplaced ${verdict.misplaced.length}`,
        'from live to the last': inSeconds(all),
      });
      for (const count of before) expect(count).toBeLessThan(messages);
      const told = verdict.present === messages && ended() === messages ? '' : crew.output().slice(-4_000);
      expect({ ...verdict, ended: ended(), crashes: crew.crashes, told }).toEqual({
        ...clean,
        present: messages,
        ended: messages,
        crashes: [],
        told: '',
      });
    } finally {
      await crew.close();
      await sim.close();
    }
  },
  DONE_WITHIN_MS * 6,
);
