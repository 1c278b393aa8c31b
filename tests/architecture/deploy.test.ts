import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { Environment } from '../../apps/web/lib/config.ts';
import {
  type Base,
  CapRover,
  Casa,
  Compose,
  Egg,
  Meta,
  readToml,
  text,
  Umbrel,
  UmbrelCompose,
} from './rules/deploy.ts';

const read = (path: string) => readFileSync(join('deploy', path), 'utf8');
const compose = parse(readFileSync('compose.yml', 'utf8'), { merge: true }) as {
  services: Record<string, { image: string; command: string[]; healthcheck: { test: string[] }; tmpfs: string[] }>;
};

const coolify = Compose.parse(parse(read('coolify.yaml')));
const dokploy = Compose.parse(parse(read('dokploy/docker-compose.yml')));
const casa = Casa.parse(parse(read('casaos/docker-compose.yml')));
const capRover = CapRover.parse(parse(read('caprover.yml')));
const { app_proxy: umbrelProxy, ...umbrelServices } = UmbrelCompose.parse(
  parse(read('umbrel/docker-compose.yml')),
).services;
const umbrel = { services: umbrelServices, volumes: {} };
const umbrelApp = Umbrel.parse(parse(read('umbrel/umbrel-app.yml')));
const egg = Egg.parse(JSON.parse(read('pelican/egg-tally.json')));
const { script } = egg.scripts.installation;

const capName = (name: string) => name.replace('$$cap_appname', '').replace('-', '') || 'web';
type Platform = 'coolify' | 'dokploy' | 'casaos' | 'umbrel' | 'caprover';
const all: Record<Platform, Record<string, z.output<typeof Base>>> = {
  coolify: coolify.services,
  dokploy: dokploy.services,
  casaos: casa.services,
  umbrel: umbrel.services,
  caprover: Object.fromEntries(Object.entries(capRover.services).map(([name, each]) => [capName(name), each])),
};
const documented = [...readFileSync('.env.example', 'utf8').matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(
  ([, name]) => name,
);

describe.each(Object.entries(all))('the file for %s', (platform, services) => {
  const { api, web, postgres } = services;

  it('starts the programs of compose.yml', () => {
    expect(api?.command).toEqual(compose.services.bot?.command);
    expect(web?.command).toEqual(compose.services.web?.command);
    expect(web?.environment).toMatchObject({ HOSTNAME: '0.0.0.0', PORT: '3000' });
    expect(web?.environment.API_URL).toMatch(/^http:\/\/(api|srv-captain--\$\$cap_appname-api):4000$/);
    expect(api?.environment).toMatchObject({ ROLE: 'all', DATA_DIR: '/app/data' });
    expect(web?.image).toBe(api?.image);
  });

  it('sets only variables that are read', () => {
    // Coolify reads names with a port, and adds these variables to the container.
    const known = new Set([...documented, ...Object.keys(Environment.shape), 'HOSTNAME', 'PORT', 'API_URL']);
    const set = [api, web].flatMap((each) => Object.keys(each?.environment ?? {}));
    expect(set.filter((name) => !known.has(name) && !/^SERVICE_URL_(API_4000|WEB_3000)$/.test(name))).toEqual([]);
  });

  it('has no password, no key and no image of an invented owner', () => {
    const values = Object.values(services).flatMap((each) => Object.entries(each.environment));
    expect(values.filter(([name]) => /TOKEN|SECRET|KEY/.test(name))).toEqual([]);
    const created = /^(\$\{\w*PASSWORD\w*(:\?[^}]+)?\}|\$\$cap_postgres_password)$/;
    expect(values.filter(([name, value]) => name.includes('PASSWORD') && !created.test(value))).toEqual([]);
    const address = /^postgres:\/\/tally:(.+)@(postgres|srv-captain--\$\$cap_appname-postgres):5432\/tally$/;
    // Without a Postgres password, the program uses the built-in database.
    const password = postgres?.environment.POSTGRES_PASSWORD;
    expect(address.exec(api?.environment.DATABASE_URL ?? '')?.[1]).toBe(password);
    expect(api?.image).toMatch(/^(\$\{TALLY_IMAGE(:\?[^}]*)?\}|\$\$cap_image)$/);
    expect([undefined, compose.services.postgres?.image]).toContain(postgres?.image);
  });

  it('keeps files, keys and the database in volumes, and never gets the socket of the engine', () => {
    const volumes = Object.entries(services).map(([name, each]) => [name, each.volumes?.join().split(':')[1]]);
    expect(Object.fromEntries(volumes)).toEqual({
      api: '/app/data',
      web: undefined,
      ...(postgres && { postgres: '/var/lib/postgresql/data' }),
    });
    expect(JSON.stringify(services)).not.toContain('docker.sock');
  });

  it('trusts the address of a caller only behind a proxy of the platform', () => {
    const expected = ['casaos', 'umbrel'].includes(platform) ? undefined : 'true';
    for (const each of [api, web]) expect(each?.environment.TRUST_PROXY).toBe(expected);
  });
});

describe.each([coolify, dokploy, casa, umbrel])('an engine that reads all of compose', ({ services, volumes }) => {
  it('checks the health of each part as compose.yml does, and keeps the rights small', () => {
    for (const [name, each] of Object.entries(services)) {
      expect(each.healthcheck.test).toEqual(compose.services[name]?.healthcheck.test);
      if (name === 'postgres') continue;
      expect(each).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: compose.services[name]?.tmpfs });
    }
  });

  it('declares each volume', () => {
    const used = Object.values(services).flatMap((each) => (each.volumes ?? []).map((volume) => volume.split(':')[0]));
    // Umbrel gives each app this folder, so it is not a volume.
    expect(new Set(used.filter((name) => name !== '${APP_DATA_DIR}/data'))).toEqual(new Set(Object.keys(volumes)));
  });
});

it('Coolify reads the facts at the top, and sends each domain to the port of its service', () => {
  const facts = Object.fromEntries(
    [...read('coolify.yaml').matchAll(/^# (\w+): (.+)$/gm)].map(([, key, value]) => [key, value]),
  );
  expect(facts).toMatchObject({ slogan: expect.anything(), category: expect.anything(), port: '3000' });
  // Compose would use text after `:?` as a default.
  expect(coolify.services.api?.image).toBe('${TALLY_IMAGE:?}');
  expect(coolify.services.api?.environment).toMatchObject({
    SERVICE_URL_API_4000: '',
    WEB_URL: '${SERVICE_URL_WEB}',
    PUBLIC_API_URL: '${SERVICE_URL_API}',
  });
  expect(coolify.services.web?.environment).toMatchObject({ SERVICE_URL_WEB_3000: '', WEB_URL: '${SERVICE_URL_WEB}' });
});

it('Dokploy creates the password, and gives both services a domain', () => {
  Meta.parse(JSON.parse(read('dokploy/meta.json')));
  expect(readToml(read('dokploy/template.toml'))).toEqual({
    variables: [{ main_domain: '${domain}', api_domain: '${domain}', database_password: '${password:32}' }],
    config: [{ env: ['TALLY_IMAGE=', 'POSTGRES_PASSWORD=${database_password}'] }],
    'config.domains': [
      { serviceName: 'web', port: 3000, host: '${main_domain}' },
      { serviceName: 'api', port: 4000, host: '${api_domain}' },
    ],
  });
  const asked = new Set([...read('dokploy/docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  expect(asked).toEqual(new Set(['POSTGRES_PASSWORD', 'TALLY_IMAGE']));
});

it('CasaOS opens the web app, with our own icon', () => {
  const facts = casa['x-casaos'];
  expect(casa.services[facts.main]?.ports?.[0]).toMatchObject({ target: 3000, published: facts.port_map });
  expect(casa.services.api?.ports).toBeUndefined();
  const [, icon = ''] = facts.icon.split('base64,');
  expect(Buffer.from(icon, 'base64').toString()).toBe(readFileSync('apps/web/app/icon.svg', 'utf8'));
});

it('Umbrel sends its address to the web app, and shows the port of nothing else', () => {
  expect(umbrelProxy.environment).toEqual({ APP_HOST: `${umbrelApp.id}_web_1`, APP_PORT: '3000' });
  expect([3000, 4000]).not.toContain(umbrelApp.port);
});

it('stores show the version of this release', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const shown = [casa['x-casaos'], Meta.parse(JSON.parse(read('dokploy/meta.json'))), umbrelApp];
  expect(shown.map((each) => each.version)).toEqual(shown.map(() => version));
});

it('CapRover asks for each variable, creates the password, and starts Postgres by its own script', () => {
  const { variables } = capRover.caproverOneClickApp;
  const builtIn = new Set(['$$cap_appname', '$$cap_root_domain', '$$cap_gen_random_hex']);
  const used = new Set([...read('caprover.yml').matchAll(/\$\$cap_[a-z_]*[a-z]/g)].map(([name]) => name));
  expect([...used].filter((name) => !builtIn.has(name)).sort()).toEqual(variables.map(({ id }) => id).sort());
  const [image, password] = variables;
  expect([image?.defaultValue, password?.defaultValue]).toEqual([undefined, '$$cap_gen_random_hex(32)']);
  const accepts = (value: string) => new RegExp((image?.validRegex ?? '').slice(1, -1)).test(value);
  expect(['registry.example/tally:1.0.0', 'host:5000/a/tally:1', 'tally'].map(accepts)).toEqual([true, true, false]);
  const ports = Object.values(capRover.services).map(({ caproverExtra }) => Object.values(caproverExtra)[0]);
  expect(ports).toEqual(['true', '4000', '3000']);
  expect(all.caprover.postgres?.command[0]).toBe('docker-entrypoint.sh');
});

describe('the egg', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tally-egg-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('starts Tally on the one port of the server, and recognises that it runs', () => {
    // The image replaces `{{NAME}}` with `${NAME}` and evaluates the line.
    expect(egg.startup).toBe('HOST=0.0.0.0 WEB_PORT={{SERVER_PORT}} npm start');
    expect(spawnSync('bash', ['-n', '-c', egg.startup.replaceAll(/\{\{(\w+)\}\}/g, '${$1}')]).status).toBe(0);
    const { done } = z.strictObject({ done: text }).parse(JSON.parse(egg.config.startup));
    expect(readFileSync('scripts/start/announce.ts', 'utf8')).toContain(`\${config.SITE_NAME}${done}`);
    expect(documented).toEqual(expect.arrayContaining(['HOST', 'WEB_PORT']));
    const [, image = ''] = /^FROM node:([\d.]+)-/m.exec(readFileSync('Dockerfile', 'utf8')) ?? [];
    expect(egg.scripts.installation.container).toBe(`node:${image}-bookworm`);
    expect(Object.values(egg.docker_images)).toEqual([`ghcr.io/pelican-eggs/yolks:nodejs_${image.split('.')[0]}`]);
  });

  const archive = (name: string, file: string) => {
    const source = join(folder, name, 'tally-1');
    mkdirSync(join(source, 'scripts'), { recursive: true });
    writeFileSync(
      join(source, 'scripts', file),
      "import { writeFileSync } from 'node:fs';\nwriteFileSync('ran', process.argv[2]);\n",
    );
    execFileSync('tar', ['-czf', `${source}.tar.gz`, '-C', join(folder, name), 'tally-1']);
    return `file://${source}.tar.gz`;
  };
  /** Runs the script in another folder, which contains an older version. */
  const install = (name: string, source: string) => {
    const server = join(folder, name, 'server');
    mkdirSync(join(server, 'data'), { recursive: true });
    for (const file of ['data/encryption-keys', '.env', 'old.mjs']) writeFileSync(join(server, file), 'old');
    const { status } = spawnSync('bash', ['-c', script.replaceAll('/mnt/server', server)], {
      env: { ...process.env, TALLY_SOURCE: source },
    });
    return { status, server };
  };

  it('replaces the program and keeps the data', () => {
    const { status, server } = install('good', archive('good', 'bootstrap.mjs'));
    expect(status).toBe(0);
    expect(readdirSync(server).sort()).toEqual(['.env', 'data', 'ran', 'scripts']);
    expect(readFileSync(join(server, 'data/encryption-keys'), 'utf8')).toBe('old');
    expect(readFileSync(join(server, 'ran'), 'utf8')).toBe('--build');
  });

  it('changes nothing if the address is wrong', () => {
    for (const source of [archive('other', 'something.mjs'), `file://${folder}/none.tar.gz`, '']) {
      const { status, server } = install('wrong', source);
      expect(status).not.toBe(0);
      expect(readdirSync(server).sort()).toEqual(['.env', 'data', 'old.mjs']);
    }
  });

  it('asks only for the address of the source, which has no default', () => {
    expect(egg.variables.map(({ env_variable, default_value }) => [env_variable, default_value])).toEqual([
      ['TALLY_SOURCE', ''],
    ]);
    expect(script).toContain('TALLY_SOURCE');
    expect(existsSync('scripts/bootstrap.mjs')).toBe(true);
  });
});

it('the page about one-click installations names each file', () => {
  const page = readFileSync('docs/operations/one-click.md', 'utf8');
  const files = readdirSync('deploy', { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  expect(paths.filter((path) => !page.includes(path))).toEqual([]);
});
