import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '@tally/kernel';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { connectionsOf } from '../../apps/server/src/boot/connections.ts';
import { Environment } from '../../apps/web/lib/config.ts';

interface Service {
  image?: string;
  command?: string[];
  healthcheck?: { test?: string[] };
  environment?: Record<string, string | null>;
  volumes?: string[];
  ports?: string[];
  cap_drop?: string[];
  env_file?: string | string[];
  read_only?: boolean;
  tmpfs?: string[];
  mem_limit?: string;
  pids_limit?: number;
}

// No container engine runs in the tests, so the files are parsed as an engine would.
const compose = parse(readFileSync('compose.yml', 'utf8'), { merge: true }) as { services: Record<string, Service> };
const several = parse(readFileSync('compose.several.yml', 'utf8').replaceAll('!override', ''), { merge: true }) as {
  services: Record<string, Service & { extends?: { file: string; service: string }; deploy?: { replicas?: number } }>;
};
const dockerfile = readFileSync('Dockerfile', 'utf8');

it('production has every part, each with a health check', () => {
  expect(Object.keys(compose.services).sort()).toEqual(['api', 'bot', 'postgres', 'web', 'worker']);
  for (const service of Object.values(compose.services)) expect(service.healthcheck?.test?.length).toBeGreaterThan(1);
});

it('images of others are named by an exact version, so that a build tomorrow is the build of today', () => {
  const named = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image);
  for (const image of [...named, compose.services.postgres?.image]) expect(image).toMatch(/:\d+\.\d+[\w.-]*$/);
});

it('each server part has its own role and the one database', () => {
  for (const role of ['api', 'bot', 'worker']) {
    expect(compose.services[role]?.environment?.ROLE).toBe(role);
    expect(compose.services[role]?.environment?.DATABASE_URL).toContain('@postgres:5432/');
  }
});

it('every part that seals or opens texts has the folder with the key', () => {
  for (const role of ['api', 'bot', 'worker']) {
    expect(compose.services[role]?.volumes).toContain('files:/app/data');
    expect(compose.services[role]?.environment?.DATA_DIR).toBe('/app/data');
  }
});

it('the web app starts as it was built, and listens for the other containers', () => {
  const program = 'apps/web/.next/standalone/apps/web/server.js';
  expect(compose.services.web?.command?.at(-1)).toBe(program);
  expect(compose.services.web?.environment).toMatchObject({ HOSTNAME: '0.0.0.0', PORT: '3000' });
  expect(dockerfile).toContain(`COPY --from=build /app/${program.replace('/apps/web/server.js', '')} `);
});

it('nothing is open to the network by default, and no part keeps rights of root', () => {
  const { postgres, ...ours } = compose.services;
  expect(postgres?.ports).toBeUndefined();
  for (const { ports = [], cap_drop } of Object.values(ours)) {
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
    expect(cap_drop).toEqual(['ALL']);
  }
});

it('the web app, which faces people, has its settings and no key', () => {
  const { env_file, environment = {} } = compose.services.web ?? {};
  expect(env_file).toEqual([]);
  const known = Object.keys(Environment.shape).filter((name) => !name.endsWith('_PORT'));
  expect(Object.keys(environment).sort()).toEqual([...known, 'HOSTNAME', 'NODE_ENV', 'PORT'].sort());
  const keys = Object.entries(environment).filter(([name]) => /TOKEN|SECRET|KEY|CLIENT_ID/.test(name));
  for (const [name, value] of keys) expect(value).toBe(`\${${name}:+set}`);
});

it('no part writes beside its volume, or uses all of the host', () => {
  const { postgres: _postgres, ...ours } = compose.services;
  for (const { read_only, tmpfs } of Object.values(ours)) {
    expect(read_only).toBe(true);
    expect(tmpfs).toContain('/tmp');
  }
  for (const { mem_limit, pids_limit } of Object.values(compose.services)) {
    expect(mem_limit).toMatch(/^\dg$/);
    expect(pids_limit).toBeGreaterThan(0);
  }
});

it('the image has every file that the server reads while it runs', () => {
  const copied = [...dockerfile.matchAll(/^COPY --from=build (.+) \S+$/gm)].flatMap(([, from = '']) => from.split(' '));
  for (const path of ['.env.example', 'CHANGELOG.md', 'LICENSE', 'docs/public', 'packages', 'apps/server']) {
    expect(copied).toContain(`/app/${path}`);
  }
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n');
  expect(ignored.lastIndexOf('!.env.example')).toBeGreaterThan(ignored.indexOf('.env.*'));
});

it('the image keeps every font of the cards, and drops only files that Node cannot load from node_modules', () => {
  const fonts = readFileSync('packages/infra/src/pictures/fonts.ts', 'utf8');
  const weights = new Set([...fonts.matchAll(/@expo-google-fonts\/[\w-]+\/(\w+)\//g)].map(([, weight]) => weight));
  const line = /find node_modules\/@expo-google-fonts .*/.exec(dockerfile)?.[0] ?? '';
  expect(new Set([...line.matchAll(/! -name (\w+)/g)].map(([, weight]) => weight))).toEqual(weights);
  const dropped = /find node_modules packages -path '\*node_modules\/\*' .*/.exec(dockerfile)?.[0] ?? '';
  const endings = [...dropped.matchAll(/-name '\*\.(\w+)'/g)].map(([, ending]) => ending);
  expect(endings).toEqual(['map', 'ts', 'cts', 'mts']);
});

it('packages run no scripts during the install', () => {
  for (const line of dockerfile.matchAll(/npm (ci|prune).*/g)) expect(line[0]).toContain('--ignore-scripts');
});

it('the database password is never a default', () => {
  expect(compose.services.postgres?.environment?.POSTGRES_PASSWORD).toMatch(/\$\{POSTGRES_PASSWORD:\?/);
});

it('the image runs as an ordinary user and starts the server', () => {
  expect(dockerfile).toMatch(/^USER node$/m);
  expect(dockerfile).toMatch(/^CMD \["node", "apps\/server\/src\/main\.ts"\]$/m);
});

it('the image has the commands of the operator, and the client programs of the Postgres that compose.yml starts', () => {
  const [, commands = ''] = /^  (backup[\w |]*)\) name=\$1/m.exec(readFileSync('apps/server/tally', 'utf8')) ?? [];
  expect(commands.split(' | ').filter((name) => !existsSync(`apps/server/src/${name}.ts`))).toEqual([]);
  expect(dockerfile).toContain('ln -s /app/apps/server/tally /usr/local/bin/tally');
  expect(dockerfile).toContain(`FROM ${compose.services.postgres?.image} AS postgres`);
  const [, major] = /^postgres:(\d+)\./.exec(compose.services.postgres?.image ?? '') ?? [];
  for (const program of ['pg_dump', 'pg_restore']) {
    expect(dockerfile).toContain(`/usr/lib/postgresql/${major}/bin/${program} `);
  }
});

it('compose.several.yml starts several of each server part, and each API has a port of its own', () => {
  const counts: Record<string, number> = { api: 1 };
  for (const [name, { extends: base, deploy }] of Object.entries(several.services)) {
    const part = base?.service ?? name;
    expect(base?.file ?? 'compose.yml').toBe('compose.yml');
    expect(Object.keys(compose.services)).toContain(part);
    counts[part] = (counts[part] ?? 0) + (deploy?.replicas ?? 1);
    // Copies of one service cannot share a port of the host.
    expect(deploy?.replicas ? (compose.services[part]?.ports ?? []) : []).toEqual([]);
  }
  expect(counts).toEqual({ api: 2, bot: 2, worker: 3 });
  const ports = [compose.services.api, several.services['api-2']].flatMap((service) => service?.ports ?? []);
  expect(new Set(ports).size).toBe(2);
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:\$\{[A-Z0-9_]+:-\d+\}:4000$/);
});

it('compose.small.yml has the parts of compose.yml in less than 1 GB and with enough connections', () => {
  const { services } = parse(readFileSync('compose.small.yml', 'utf8')) as {
    services: Record<string, Service & { extends: { file: string; service: string } }>;
  };
  expect(Object.keys(services).sort()).toEqual(['api', 'postgres', 'web']);
  for (const [name, { extends: base }] of Object.entries(services))
    expect(base).toEqual({ file: 'compose.yml', service: name });
  const limits = Object.values(services).map(({ mem_limit = '' }) => Number(/^(\d+)m$/.exec(mem_limit)?.[1]));
  expect(limits.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(1024);
  expect(services.api?.environment).toEqual({ ROLE: 'all' });
  expect(services.postgres?.command).toContain('max_connections=20');
  expect(connectionsOf(readConfig({ ROLE: 'all' }))).toBeLessThan(20);
});

const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].flatMap(
  ([, name]) => name ?? [],
);
/** The C library reads some of these variables. */
const read = new Set([
  ...documented,
  ...Object.keys(Environment.shape),
  'HOSTNAME',
  'NODE_ENV',
  'PORT',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
]);

/** The web app exists only after a build. */
const isThere = (path: string) => path.includes('/.next/standalone/') || existsSync(path);

it('the units of systemd start programs that are there, with variables that are read and without rights', () => {
  const units = ['tally@.service', 'tally-web.service'].map((name) =>
    readFileSync(`docs/operations/systemd/${name}`, 'utf8'),
  );
  for (const unit of units) {
    const valueOf = (key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(unit)?.[1] ?? '';
    const folder = valueOf('WorkingDirectory').replace('/opt/tally', '.');
    const [program = '', ...rest] = valueOf('ExecStart').split(' ');
    const entry = rest.find((word) => !word.startsWith('--')) ?? '';
    expect(existsSync(program.replace('/opt/tally', '.'))).toBe(true);
    expect(isThere(join(folder, entry))).toBe(true);
    const set = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, pairs = '']) => pairs.split(' '));
    const names = set.map((pair) => pair.split('=')[0]?.replace(/_FILE$/, '') ?? '');
    expect(names.filter((name) => !read.has(name))).toEqual([]);
    const lent = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, name]) => name);
    expect(set.flatMap((pair) => /_FILE=%d\/(\w+)$/.exec(pair)?.[1] ?? [])).toEqual(lent);
    expect([valueOf('NoNewPrivileges'), valueOf('ProtectSystem'), valueOf('DynamicUser')]).toEqual([
      'yes',
      'strict',
      'yes',
    ]);
  }
  expect(units[1]).not.toContain('LoadCredential');
});

it('every program that a container runs is there, and every variable is one that the server or the web app reads', () => {
  for (const [name, { command = [], healthcheck, environment = {} }] of Object.entries({
    ...compose.services,
    ...several.services,
  })) {
    if (name === 'postgres') continue;
    expect(command.filter((part) => part.includes('/') && !isThere(part))).toEqual([]);
    const health = healthcheck?.test?.join(' ') ?? '';
    for (const [, path] of health.matchAll(/:\d+(\/[\w./]*)/g)) expect(['/ready', '/icon.svg']).toContain(path);
    expect(Object.keys(environment).filter((variable) => !read.has(variable))).toEqual([]);
  }
});
