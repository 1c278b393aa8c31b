import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '@tally/kernel';
import { type Sim, startSim } from '@tally/sim/start';
import { type ServerProcess, startServer } from '@tally/tests/server-process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeDemo } from '../../scripts/start/demo/write.ts';

let sim: Sim;
let server: ServerProcess;
let config: Config;

beforeAll(async () => {
  sim = await startSim({ limits: false });
  const env = { WEB_PORT: '3000' };
  server = await startServer({ sim, env });
  config = readConfig({
    ...env,
    NODE_ENV: 'test',
    SIM_PORT: `${sim.port}`,
    API_PORT: new URL(server.url).port,
    DATA_DIR: server.dataDir,
  });
});
afterAll(async () => {
  await server?.kill('SIGKILL');
  await sim?.close();
});

async function read(path: string): Promise<{ identifier: string }[]> {
  const answer = await fetch(`${server.url}${path}`);
  return ((await answer.json()) as { data: { identifier: string }[] }).data;
}
const named = async (path: string) => (await read(path)).map(({ identifier }) => identifier);

it('a newcomer finds posts, answers and a changelog, once', async () => {
  await writeDemo(config);
  const names = ['a-tour-of-the-simulated-world', 'a-draw-you-can-repeat', 'why-it-says-why'];
  expect(await named('/data/blogs')).toEqual(names);
  expect(await named('/data/news')).toEqual(['welcome']);
  expect(await named('/data/faq')).toHaveLength(10);

  await writeDemo(config);
  expect(await named('/data/blogs')).toEqual(names);
  expect(await named('/data/faq')).toHaveLength(10);
});

it('a refusal is reported once, and the next start is silent', async () => {
  const mark = (await readdir(server.dataDir)).find((name) => name.startsWith('demo'));
  await rm(join(server.dataDir, mark ?? 'none'));
  await expect(writeDemo(config)).rejects.toThrow(/^POST \/data\/blogs: /);
  await writeDemo(config);
  expect(await named('/data/faq')).toHaveLength(10);
});
