import { addImport, addItem, type Change, mustRead, ScaffoldError, type Tree, type Word, wordOf } from './edits.ts';
import { adapterFiles, simulatorFiles } from './platform-files.ts';
import { handbookPage, migration, scenario, settingsFile } from './platform-house.ts';

/** Creates all files of a new platform: see `docs/add-a-platform.md`. */
export function newPlatform(name: string, tree: Tree): readonly Change[] {
  const word = wordOf(name);
  if (word.kebab !== word.camel) throw new ScaffoldError("a platform's name is one word, as in its address");
  if (tree.read(`packages/platforms/src/${name}/index.ts`) !== null) {
    throw new ScaffoldError(`packages/platforms/src/${name} exists already`);
  }
  const bit = nextBit(tree);
  return [
    ...adapterFiles(word),
    ...simulatorFiles(word),
    ...contractWord(tree, word, bit),
    ...settingsLines(tree, word),
    registryLine(tree, word),
    simulatorLine(tree, word),
    migration(tree, word, bit),
    handbookPage(tree, word),
    scenario(word),
  ];
}

const words = 'packages/contract/src/platforms';

function contractWord(tree: Tree, { kebab, pascal }: Word, bit: number): Change[] {
  const table = mustRead(tree, `${words}/words.ts`);
  const open = /export const aboutPlatforms = \{/;
  const listed = addItem(table, { open, close: '}', item: kebab });
  return [
    { path: `${words}/${kebab}.ts`, text: facts(kebab, pascal, bit) },
    { path: `${words}/words.ts`, text: addImport(listed, `import { ${kebab} } from './${kebab}.ts';`) },
  ];
}

const facts = (
  kebab: string,
  pascal: string,
  flagBit: number,
): string => `import type { AboutPlatform } from './about.ts';

export const ${kebab} = {
  name: '${pascal}',
  colour: '#888888',
  place: 100,
  settings: ['${kebab.toUpperCase()}_KEY'],
  flagBit: ${flagBit},
  freeConnections: 10,
  links: { site: '${kebab}.com', hosts: /^(?:www\\.)?${kebab}\\.com$/ },
  pictures: { real: ['https://pictures.${kebab}.com'], simulated: '/${kebab}/pictures' },
  messages: ['${kebab}Live', '${kebab}Offline'],
  published: {},
  streamer: { settings: ['liveChannel'], facts: ['stats'] },
} as const satisfies AboutPlatform;
`;

/** Returns the next free flag bit. Bits are never reused. */
function nextBit(tree: Tree): number {
  const files = [
    'packages/contract/src/premium/flags.ts',
    ...tree
      .list(words)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${words}/${name}`),
  ];
  const bits = files.flatMap((path) => [...mustRead(tree, path).matchAll(/\b(?:bit|flagBit): (\d+)/g)]);
  return 1 + Math.max(...bits.map(([, bit]) => Number(bit)));
}

function registryLine(tree: Tree, { kebab }: Word): Change {
  const path = 'packages/platforms/src/registry.ts';
  const text = addImport(mustRead(tree, path), `import { ${kebab} } from './${kebab}/index.ts';`);
  const open = /export const platforms: readonly PlatformDefinition\[\] = \[/;
  return { path, text: addItem(text, { open, close: ']', item: kebab }) };
}

/** The page handles all remaining requests, so it stays last. */
function simulatorLine(tree: Tree, { kebab }: Word): Change {
  const path = 'apps/sim/src/registry.ts';
  const text = addImport(mustRead(tree, path), `import { ${kebab} } from './${kebab}/definition.ts';`);
  const listed = text.replace(/(export const worlds = \[[^\]]*?)\bpage\b/, `$1${kebab}, page`);
  if (listed === text) throw new ScaffoldError(`${path}: no list of worlds that ends with the page`);
  return { path, text: listed };
}

/** Adds the settings, which the kernel reads, `.env.example` explains, and the web app shows as set or not set. */
function settingsLines(tree: Tree, { kebab, pascal }: Word): Change[] {
  const upper = kebab.toUpperCase();
  const path = 'packages/kernel/src/config/platforms/index.ts';
  const imported = addImport(
    mustRead(tree, path),
    `import { type ${pascal}Config, ${kebab}Of, ${kebab}Settings } from './${kebab}.ts';`,
  );
  const lists = [
    { open: /export const platformSettings = \{/, close: '}', item: `...${kebab}Settings` },
    { open: /=> \(\{/, close: '}', item: `${kebab}: ${kebab}Of(read)` },
  ];
  const listed = lists
    .reduce(addItem, imported)
    .replace(/(export interface PlatformConfigs [^}]*)\}/, `$1  readonly ${kebab}: ${pascal}Config;\n}`)
    .replace('type Read = ', `type Read = Parameters<typeof ${kebab}Of>[0] & `);
  const environment = mustRead(tree, '.env.example');
  const compose = mustRead(tree, 'compose.yml');
  const group = `## ${pascal}: where to get the key
# ${upper}_KEY=
# As with Kick: true simulates ${pascal} with a real Discord too.
${upper}_SIMULATED=false
# ${upper}_API_URL=https://api.${kebab}.com

`;
  return [
    { path: `packages/kernel/src/config/platforms/${kebab}.ts`, text: settingsFile(kebab, pascal) },
    { path, text: listed },
    { path: '.env.example', text: environment.replace(/^(?=## YouTube)/m, group) },
    {
      path: 'compose.yml',
      text: compose.replace(
        /^ +YOUTUBE_API_KEY:/m,
        (line) => `${line.replace('YOUTUBE_API', upper)} \${${upper}_KEY:+set}\n${line}`,
      ),
    },
  ];
}
