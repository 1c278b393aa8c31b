import { setTimeout as pause } from 'node:timers/promises';
import { startSim } from '@tally/sim/start';
import { nightCity } from '@tally/tests/api';
import { addresses, type StrangersCall, sayAs, strangersCalls } from '@tally/tests/flood';
import { startStack } from '@tally/tests/stack';

/**
 * Sends every anonymous call, from twenty addresses and then from one IPv6 network, to the simulated platforms with
 * their real limits. It measures how soon a stream is posted, whether members' lookups are answered, and how long their
 * pages take. Needs a built web app (`npm run build`). FLOOD_SECONDS sets the length of each flood.
 */
const BARS = { streamMs: 2_000, pageMs: 500 };
const SECONDS = Number(process.env.FLOOD_SECONDS ?? 30);
/** The number of concurrent calls. */
const LANES = 40;
const PAGE_CLIENTS = 20;
const CREATORS = 45;

const sim = await startSim();
const stack = await startStack({
  sim,
  serverEnv: { TRUST_PROXY: 'true', RATE_LIMIT_PER_MINUTE: '240', PLANS: 'unlimited' },
  webEnv: { TRUST_PROXY: 'true' },
});
const api = stack.server.url;
let isGood = true;
const report = (what: string, ms: number, most: number): void => {
  if (!(ms <= most)) isGood = false;
  process.stdout.write(`  ${what}: ${ms.toFixed(0)} ms (at most ${most})${ms <= most ? '' : ' MISSED'}\n`);
};
const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN;
const act = (platform: string, action: string, body: object) => sim.worlds.get(platform)?.controls[action]?.(body);

const token = await stack.logIn();
const member = {
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'x-forwarded-for': '198.51.100.9',
};
const { id: room } = (await stack.discord('add-channel', { guild_id: nightCity, name: 'flood' })) as { id: string };

async function follow(platform: string, name: string): Promise<void> {
  const add = () =>
    fetch(`${api}/data/guild/${nightCity}/${platform}/${name}`, {
      method: 'POST',
      headers: member,
      body: JSON.stringify({ notificationChannelId: room }),
    });
  const until = AbortSignal.timeout(60_000);
  for (let answer = await add(); !answer.ok; answer = await add()) {
    until.throwIfAborted();
    await pause(500);
  }
}

/** Each creator goes live once, because a second start would be the same stream. */
const waiting = Array.from({ length: CREATORS }, (_, at) => `creator${at}`);

const shown = () => sim.discord.state.channels.get(room)?.messages.size ?? 0;

/** Returns the time from the start of a stream to its message in the channel. */
async function timeStream(platform: string, who: string): Promise<number> {
  const before = shown();
  const since = performance.now();
  act(platform, 'go-live', { who, title: `Live at ${since}` });
  while (shown() === before && performance.now() - since < 60_000) await pause(10);
  const took = performance.now() - since;
  return took;
}

async function timed(url: string, headers: Record<string, string>): Promise<{ ms: number; outcome: string }> {
  const since = performance.now();
  const answer = await fetch(url, { headers, redirect: 'manual' });
  const text = await answer.text();
  const outcome = answer.status === 200 ? 'answered' : (/"code":"(\w+)"/.exec(text)?.[1] ?? `${answer.status}`);
  return { ms: performance.now() - since, outcome };
}

interface Flood {
  readonly told: Map<string, Map<number, number>>;
  stop(): Promise<void>;
}

let round = 0;
function flood(from: readonly string[], reaches: (call: StrangersCall) => boolean): Flood {
  const told: Flood['told'] = new Map();
  const running = { isOn: true };
  let calls = strangersCalls(round).filter(reaches);
  let next = 0;
  const lane = async (at: number): Promise<void> => {
    while (running.isOn) {
      if (next >= calls.length) {
        round += 1;
        next = 0;
        calls = strangersCalls(round).filter(reaches);
      }
      const call = calls[next++];
      if (!call) continue;
      const status = await sayAs(api, from[(at + next) % from.length] ?? '', call).then(
        (answer) => answer.status,
        () => 0,
      );
      const counts = told.get(call.name) ?? new Map<number, number>();
      told.set(call.name, counts.set(status, (counts.get(status) ?? 0) + 1));
    }
  };
  const lanes = Array.from({ length: LANES }, (_, at) => lane(at));
  return {
    told,
    async stop() {
      running.isOn = false;
      await Promise.all(lanes);
    },
  };
}

const summary = (told: Flood['told']): string => {
  const all = new Map<number, number>();
  for (const counts of told.values())
    for (const [status, count] of counts) all.set(status, (all.get(status) ?? 0) + count);
  return [...all]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ');
};

/** Measures a member's usual actions: lookups, pages, and streams of their channels. */
async function measure(seconds: number): Promise<void> {
  const streams: number[] = [];
  const pages: number[] = [];
  const lookUps: string[] = [];
  const until = performance.now() + seconds * 1_000;
  const browse = async () => {
    while (performance.now() < until) {
      const { ms } = await timed(`${stack.web}/dashboard/server/${nightCity}`, {
        cookie: `token=${token}`,
        accept: 'text/html',
        'x-forwarded-for': '198.51.100.9',
      });
      pages.push(ms);
      await pause(1_000);
    }
  };
  const lookUp = async () => {
    for (let at = 0; performance.now() < until; at += 1) {
      const [platform, name] = at % 2 ? ['kick', 'xqc'] : ['twitch', 'xqc'];
      const { outcome } = await timed(`${api}/data/creators/${platform}/${name}`, member);
      lookUps.push(outcome);
      await pause(2_000);
    }
  };
  const watch = async () => {
    await pause(3_000);
    while (performance.now() < until) {
      for (const platform of ['kick', 'twitch']) {
        const who = waiting.shift();
        if (who) streams.push(await timeStream(platform, who));
      }
      await pause(3_000);
    }
  };
  await Promise.all([browse(), lookUp(), watch()]);
  process.stdout.write(`  streams: ${streams.map((ms) => ms.toFixed(0)).join(', ')} ms\n`);
  process.stdout.write(
    `  look-ups of a member: ${lookUps.filter((each) => each === 'answered').length} of ${lookUps.length} (${[...new Set(lookUps)].join(', ')})\n`,
  );
  if (lookUps.some((each) => each !== 'answered')) isGood = false;
  report('slowest stream', Math.max(...streams), BARS.streamMs);
  report('page of a member, p95', p95(pages), BARS.pageMs);
}

try {
  for (const who of waiting) {
    for (const platform of ['kick', 'twitch']) {
      act(platform, 'add-creator', platform === 'kick' ? { username: who } : { name: who });
      await follow(platform, who);
    }
  }
  process.stdout.write('quiet\n');
  await measure(10);
  const floods = [
    ['every call, twenty addresses', addresses.many, () => true],
    ['every call, one IPv6 network', addresses.oneNetwork, () => true],
    ['names that nobody has, twenty addresses', addresses.many, ({ path }: StrangersCall) => /made_up/.test(path)],
  ] as const;
  for (const [name, from, reaches] of floods) {
    if (process.env.FLOOD && !name.includes(process.env.FLOOD)) continue;
    process.stdout.write(`${name}, ${SECONDS} s\n`);
    const flooding = flood(from, reaches);
    await measure(SECONDS);
    await flooding.stop();
    process.stdout.write(`  answers: ${summary(flooding.told)}\n`);
    if (process.env.FLOOD_DETAILS) {
      for (const [call, counts] of flooding.told)
        process.stdout.write(`    ${call}: ${JSON.stringify(Object.fromEntries(counts))}\n`);
    }
  }
  process.stdout.write(`${PAGE_CLIENTS} clients on the front page\n`);
  const running = { isOn: true };
  let served = 0;
  const visitors = Array.from({ length: PAGE_CLIENTS }, async (_, at) => {
    while (running.isOn) {
      await timed(`${stack.web}/`, { 'x-forwarded-for': `203.0.113.${at + 1}`, accept: 'text/html' });
      served += 1;
    }
  });
  await measure(15);
  running.isOn = false;
  await Promise.all(visitors);
  process.stdout.write(`  ${served} pages served\n`);
} finally {
  await stack.close();
  await sim.close();
}
process.exit(isGood ? 0 : 1);
