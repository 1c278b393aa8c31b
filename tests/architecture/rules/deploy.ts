import { z } from 'zod';

// No container engine runs in the tests, so the files in deploy/ are checked against the rules of each platform. The rules
// come from coollabsio/coolify, Dokploy/templates, getumbrel/umbrel-apps, IceWhaleTech/CasaOS-AppStore (docs/specs/compose-and-x-casaos.md),
// caprover/one-click-apps with caprover's DockerComposeToServiceOverride, and pelican-eggs/chatbots with pelican-eggs/yolks.
export const text = z.string().min(1);
const Variables = z.union([z.record(text, text), z.array(text)]).transform(
  (given): Record<string, string> =>
    Array.isArray(given)
      ? Object.fromEntries(
          given.map((line) => {
            const [name = '', ...value] = line.split('=');
            return [name, value.join('=')];
          }),
        )
      : given,
);
export const Base = z.strictObject({
  image: text,
  command: z.array(text).min(1),
  restart: z.enum(['unless-stopped', 'always']),
  environment: Variables,
  volumes: z.array(z.string().regex(/^([\w$-]+|\$\{APP_DATA_DIR\}\/data):\/[\w/]+$/, 'a named volume')).optional(),
  depends_on: z.union([z.array(text), z.record(text, z.strictObject({ condition: text }))]).optional(),
});
const Engine = Base.extend({
  healthcheck: z.looseObject({ test: z.array(text).min(2) }),
  mem_limit: z.string().regex(/^\d+[mg]$/),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  read_only: z.literal(true).optional(),
  tmpfs: z.array(text).optional(),
  cap_drop: z.tuple([z.literal('ALL')]).optional(),
  stop_grace_period: z.literal('20s').optional(),
});
const Volumes = z.record(text, z.null());
export const Compose = z.strictObject({ services: z.record(text, Engine), volumes: Volumes });

const local = z.strictObject({ en_US: text, ar_SA: text });
export const Casa = z.strictObject({
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
  services: z.record(
    text,
    Engine.extend({
      ports: z.tuple([z.strictObject({ target: z.number(), published: text, protocol: z.literal('tcp') })]).optional(),
    }),
  ),
  volumes: Volumes,
  'x-casaos': z.strictObject({
    id: z.string().regex(/^[a-z0-9_-]+(\.[a-z0-9_-]+)+$/),
    main: text,
    index: z.literal('/'),
    port_map: z.string().regex(/^\d+$/),
    scheme: z.enum(['http', 'https']),
    icon: text,
    title: local,
    tagline: local,
    description: local,
    tips: z.strictObject({ before_install: local }),
    author: text,
    developer: text,
    category: z.enum(['Media', 'Productivity', 'Home', 'Networking', 'AI', 'Finance', 'Social', 'Developer', 'Others']),
    architectures: z.array(z.enum(['amd64', 'arm64'])).min(1),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
  }),
});

const empty = z.literal('');
export const Umbrel = z.strictObject({
  manifestVersion: z.literal(1),
  id: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)+$/, 'the id of the store, a dash, and a word'),
  category: z.enum(['files', 'finance', 'media', 'networking', 'social', 'automation', 'developer', 'ai', 'gaming']),
  name: text,
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  tagline: text.max(50),
  description: text,
  releaseNotes: z.string(),
  developer: text,
  // Empty until a release defines the URLs.
  website: empty,
  repo: empty,
  support: empty,
  submitter: text,
  submission: empty,
  dependencies: z.tuple([]),
  port: z.number().int().min(1024).max(65_535),
  path: empty,
  gallery: z.tuple([]),
  // Empty, because people do not log in with a password.
  defaultUsername: empty,
  defaultPassword: empty,
});
export const UmbrelCompose = z.strictObject({
  services: z.strictObject({
    app_proxy: z.strictObject({ environment: z.strictObject({ APP_HOST: text, APP_PORT: text }) }),
    api: Engine,
    web: Engine,
  }),
});

export const CapRover = z.strictObject({
  captainVersion: z.literal(4),
  services: z.record(
    z.string().startsWith('$$cap_appname'),
    Base.extend({
      caproverExtra: z.union([
        z.strictObject({ notExposeAsWebApp: z.literal('true') }),
        z.strictObject({
          containerHttpPort: z.string().regex(/^\d+$/),
          websocketSupport: z.literal('true').optional(),
        }),
      ]),
    }),
  ),
  caproverOneClickApp: z.strictObject({
    displayName: text,
    isOfficial: z.literal(false),
    description: text.max(200),
    documentation: text,
    variables: z.array(
      z.strictObject({
        id: z.string().regex(/^\$\$cap_\w+$/),
        label: text,
        description: text,
        defaultValue: text.optional(),
        validRegex: z.string().regex(/^\/\^.+\$\/$/),
      }),
    ),
    instructions: z.strictObject({ start: text, end: text }),
  }),
});

export const Meta = z.strictObject({
  id: z.literal('tally'),
  name: text,
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: text,
  logo: text,
  // Empty until a release defines the URLs.
  links: z.strictObject({ github: z.literal(''), website: z.literal(''), docs: z.literal('') }),
  tags: z.array(text).min(1),
});

export const Egg = z.strictObject({
  _comment: text,
  meta: z.strictObject({ version: z.literal('PTDL_v2'), update_url: z.null() }),
  exported_at: z.iso.datetime({ offset: true }),
  name: text,
  author: z.email(),
  description: text,
  features: z.null(),
  docker_images: z.record(text, text),
  file_denylist: z.tuple([]),
  startup: text,
  config: z.strictObject({ files: z.literal('{}'), startup: text, logs: z.literal('{}'), stop: z.literal('^C') }),
  scripts: z.strictObject({
    installation: z.strictObject({ script: text, container: text, entrypoint: z.literal('bash') }),
  }),
  variables: z.array(
    z.strictObject({
      name: text,
      description: text,
      env_variable: z.string().regex(/^[A-Z_]+$/),
      default_value: z.string(),
      user_viewable: z.boolean(),
      user_editable: z.boolean(),
      rules: text,
      sort: z.number(),
      field_type: z.literal('text'),
    }),
  ),
});

/** Parses the part of TOML that template.toml uses: tables, lists of tables, strings, integers and lists of strings. */
export function readToml(source: string): Record<string, Record<string, unknown>[]> {
  const tables: Record<string, Record<string, unknown>[]> = {};
  let table: Record<string, unknown> = {};
  const lines = source.replaceAll(/\[\n([^[\]]*?),?\n\]/g, (_all, items: string) => `[${items.replaceAll('\n', '')}]`);
  for (const line of lines.split('\n').filter((each) => each !== '' && !each.startsWith('#'))) {
    const [, name] = /^\[{1,2}([\w.]+)\]{1,2}$/.exec(line) ?? [];
    if (name) {
      table = {};
      tables[name] = [...(tables[name] ?? []), table];
    } else {
      const [, key = '', value = ''] = /^(\w+) = (.+)$/.exec(line) ?? [];
      table[key] = JSON.parse(value);
    }
  }
  return tables;
}
