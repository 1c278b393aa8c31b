import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { answers } from '../../scripts/start/answers.ts';

const root = path.join(import.meta.dirname, '../..');
const next = createRequire(path.join(root, 'apps/web/package.json')).resolve('next/dist/bin/next');

// Written in JavaScript, because Next would add settings files for TypeScript.
const files = {
  'app/layout.js': `export default function Layout({ children }) {
  return <html lang="en"><head><title>Empty</title></head><body>{children}</body></html>;
}`,
  'app/page.js': `export default function Page() { return <h1>Empty</h1>; }`,
  'next.config.mjs': `export default { turbopack: { root: ${JSON.stringify(root)} } };`,
};

export interface EmptyApp {
  readonly url: string;
  close(): Promise<void>;
}

/** Builds and starts an app with one heading like ours. It is the lower limit for any page of Next. */
export async function startEmptyApp(port: number): Promise<EmptyApp> {
  // Inside the repository, because the build looks for packages in the parent folders.
  const folder = path.join(root, 'bench/web/.next/empty-app');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' };
  execFileSync(process.execPath, [next, 'build', folder], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const child = spawn(process.execPath, [next, 'start', folder, '-p', `${port}`, '-H', '127.0.0.1'], {
    env,
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}/`;
  await answers([url], 30_000);
  return {
    url,
    async close() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      rmSync(folder, { recursive: true });
    },
  };
}
