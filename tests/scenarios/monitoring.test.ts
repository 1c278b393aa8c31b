import { readFile } from 'node:fs/promises';
import { type Sim, startSim } from '@tally/sim/start';
import { demoUser, nightCity } from '@tally/tests/api';
import { metricsIn, samplesIn } from '@tally/tests/promql';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { applicationId } from '@tally/tests/stack';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parse } from 'yaml';

const folder = new URL('../../docs/operations/monitoring/', import.meta.url);
const read = (name: string) => readFile(new URL(name, folder), 'utf8');
/** Prometheus creates this series itself. */
const UP = 'up';
const MOST_SERIES = 2_000;

let sim: Sim;
let server: ServerProcess;
beforeAll(async () => {
  sim = await startSim({ limits: false });
  server = await startServer({ sim, env: { OWNER_IDS: demoUser } });
});
afterAll(async () => {
  await server.kill('SIGKILL');
  await sim.close();
});

const discord = (action: string, body: object) => sim.discord.controls[action]?.(body);
const metrics = async () => await (await fetch(`${server.url}/metrics`)).text();
/** A counter with labels but no values yet has only a type line. */
const namesIn = (text: string) => [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name);
const nameOf = ({ labels }: { labels: Readonly<Record<string, string>> }) =>
  (labels['__name__'] ?? '').replace(/_(?:bucket|sum|count)$/, '');

async function follow(platform: string, name: string, channel: string): Promise<void> {
  const { location } = (await discord('authorise', {
    client_id: applicationId,
    redirect_uri: 'http://localhost:3000/login/callback',
    scope: 'identify email guilds',
    user_id: demoUser,
  })) as { location: string };
  const code = new URL(location).searchParams.get('code') ?? '';
  const login = await (await fetch(`${server.url}/sessions?code=${code}`, { method: 'POST' })).json();
  const token = (login as { data: { customToken: string } }).data.customToken;
  const send = () =>
    fetch(`${server.url}/data/guild/${nightCity}/${platform}/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ notificationChannelId: channel }),
    });
  await vi.waitFor(async () => expect((await send()).status).toBe(200), { timeout: 60_000 });
}

it('every metric of the dashboard, the alerts and the list is served by a running house', async () => {
  const { id: channel } = (await discord('add-channel', { guild_id: nightCity, name: 'live' })) as { id: string };
  const kick = sim.worlds.get('kick')?.controls;
  await kick?.['callback']?.({ url: `${server.url}/webhooks/kick` });
  await follow('kick', 'ridgewalker', channel);
  await follow('twitch', 'xqc', channel);
  await kick?.['go-live']?.({ who: 'ridgewalker', title: 'measured' });

  const panels = (JSON.parse(await read('grafana.json')) as { panels: { targets?: { expr: string }[] }[] }).panels;
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const { groups } = parse(await read('alerts.yml')) as { groups: { rules: { expr: string }[] }[] };
  const alarming = groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
  expect([panels.filter(({ targets }) => targets).length, alarming.length]).toEqual([20, 11]);

  const wanted = new Set(
    [...shown, ...alarming].flatMap(metricsIn).map((name) => nameOf({ labels: { __name__: name } })),
  );
  wanted.delete(UP);
  const missing = async () => {
    const served = new Set(namesIn(await metrics()));
    return [...wanted].filter((name) => !served.has(name));
  };
  // Components are sampled once per full minute.
  await expect.poll(missing, { timeout: 120_000 }).toEqual([]);

  const text = await metrics();
  const served = samplesIn(text);
  expect(served.length).toBeLessThan(MOST_SERIES);
  const listed = new Set((await read('README.md')).match(/`([a-z]+_[a-z_]+)/g)?.map((name) => name.slice(1)));
  const ours = namesIn(text).filter((name) => !/^(?:process|nodejs)_/.test(name));
  expect(ours.filter((name) => !listed.has(name))).toEqual([]);
  const labels = new Set(served.flatMap((each) => Object.keys(each.labels)));
  expect([...labels].filter((label) => /server|guild|user|person|channel/.test(label))).toEqual([]);
});
