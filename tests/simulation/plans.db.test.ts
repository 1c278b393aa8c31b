import { sql } from '@tally/infra/sql';
import { minutes, seconds } from '@tally/kernel';
import { array, asyncProperty, boolean, assert as check, constantFrom, nat, record } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StepName, steps } from './plans/steps.ts';
import { type ModelWorld, openModelWorld, type Play } from './plans/world.ts';

/**
 * Random sequences of events about a creator, a server and its settings must not break these rules, with the real
 * features on a real database. A failing plan is printed in its shortest form with its seed. A commit always plays the
 * same plans, unless `PLANS` sets another number.
 */
const plans = Number(process.env.PLANS ?? 60);
const MOST_STEPS = 50;
const SEED = 20_260_115;

let world: ModelWorld;
beforeAll(async () => {
  world = await openModelWorld();
});
afterAll(() => world.close());

interface Step {
  readonly name: StepName;
  readonly at: number;
  /** True if the consequences of this step are still in progress when the next one happens. */
  readonly isInFlight: boolean;
}

/** Stream events are more frequent than owner actions, and repairs more frequent than faults. */
const often: Partial<Record<StepName, number>> = {
  goLive: 8,
  returnAsAnother: 3,
  goOffline: 4,
  flap: 3,
  retitle: 4,
  duplicate: 3,
  repeatLate: 3,
  poll: 4,
  wait: 5,
  pollUnknown: 3,
  chooseChannel: 2,
  inviteBot: 3,
  renew: 3,
  choosePing: 2,
  crash: 2,
};
const names = (Object.keys(steps) as StepName[]).flatMap((name) => Array<StepName>(often[name] ?? 1).fill(name));

const anyStep = record({
  name: constantFrom(...names),
  at: nat(1_000),
  isInFlight: boolean(),
});

/** Sequences that random runs found, checked every time. */
const found: readonly (readonly (StepName | readonly [StepName, number])[])[] = [
  // A refused choice changes nothing, also when repeated.
  ['removeBot', 'chooseChannel', 'chooseChannel', 'inviteBot', 'goLive'],
  // If a stream ends at once, the next one is new; with a longer grace it continues.
  ['chooseGrace', 'goLive', ['wait', 30], 'returnAsAnother'],
  [['chooseGrace', 2], 'goLive', ['wait', 30], 'returnAsAnother', 'goOffline', ['chooseGrace', 0], 'goLive'],
  // A shorter grace chosen during the silence ends the message no later than the longest one.
  [['chooseGrace', 2], 'goLive', 'goOffline', ['wait', 2], ['chooseGrace', 1], ['wait', 30], 'goLive'],
];
const examples = found.map((steps): [Step[]] => [
  steps.map((step) => {
    const [name, at] = typeof step === 'string' ? [step, 0] : step;
    return { name, at, isInFlight: false };
  }),
]);

test(
  `${plans} plans of up to ${MOST_STEPS} steps keep every rule`,
  async () => {
    const counts = { steps: 0, messages: 0, pings: 0 };
    const property = asyncProperty(
      array(anyStep, { minLength: 1, maxLength: MOST_STEPS, size: 'max' }),
      async (sequence) => {
        const play = await world.begin();
        for (const step of sequence) await take(play, step);
        await finish(play);
        counts.steps += sequence.length;
        counts.messages += play.appeared.length;
        counts.pings += play.appeared.filter(({ pinged }) => pinged.roles.length > 0).length;
      },
    );
    const seed = process.env.PLANS ? {} : { seed: SEED };
    await check(property, { numRuns: plans, examples, ...seed });
    console.log(`${plans} plans, ${counts.steps} steps, ${counts.messages} messages, ${counts.pings} with a ping`);
    // A plan in which nothing happens proves nothing.
    expect(counts.messages).toBeGreaterThan(plans / 2);
    expect(counts.pings).toBeGreaterThan(plans / 10);
  },
  // Only stops a hanging run; the speed of a normal run depends on the machine.
  minutes(15) + plans * seconds(3),
);

async function take(play: Play, { name, at, isInFlight }: Step): Promise<void> {
  const before = await play.countOpenSessions();
  await steps[name](play, at);
  const after = name === 'pollUnknown' ? await play.countOpenSessions() : before;
  expect(after, 'an unknown ends nothing').toBe(before);
  if (!isInFlight) await play.settle();
  look(play);
}

/** Runs all pending work, which makes every outcome final. */
async function finish(play: Play): Promise<void> {
  play.api.sim.faults.clear();
  for (let round = 0; round < 3; round += 1) {
    await play.settle();
    play.api.clock.move(6 * 60_000);
  }
  look(play);
  const { rows } = await play.api.ctx.db.execute(
    sql`select session_id, subject from deliveries where kind = 'live' group by session_id, subject having count(*) > 1`,
  );
  expect(rows, 'one live message per session and subscription').toEqual([]);
  const { rows: live } = await play.api.ctx.db.execute(
    sql`select session_id from deliveries
         where kind = 'live' and state in ('posted', 'edited') and wanted = 'present'
           and coalesce(about->>'phase', 'live') <> 'end'`,
  );
  const shown = play.chosen.leaves ? [] : live;
  expect(shown.length, 'one message that shows a stream').toBeLessThanOrEqual(1);
}

function look({ appeared, api, guild }: Play): void {
  const posted = new Map<string, number>();
  for (const { channelId, pinged, allowedRole, chosen, text } of appeared) {
    expect(chosen, 'posted where the server wants it').toContain(channelId);
    expect(pinged.everyone || pinged.users.length > 0, 'nobody asked for that ping').toBe(false);
    expect([...pinged.roles, allowedRole], 'only the chosen role is pinged').toEqual(
      pinged.roles.length > 0 ? [allowedRole, allowedRole] : [allowedRole],
    );
    const stream = /stream-[0-9a-f-]{36}/.exec(text)?.[0];
    if (stream) posted.set(stream, (posted.get(stream) ?? 0) + 1);
  }
  const twice = [...posted].filter(([, count]) => count > 1);
  expect(twice, 'one message per stream').toEqual([]);
  const foreign = [...api.sim.discord.state.channels.values()].filter(
    (channel) =>
      channel.guildId !== guild &&
      [...channel.messages.values()].some(({ authorId }) => authorId === api.ctx.config.discord.clientId),
  );
  expect(foreign, 'nothing in a server that did not ask for it').toEqual([]);
}
