import { addImport, addItem, type Change, mustRead, ScaffoldError, type Tree, type Word, wordOf } from './edits.ts';
import { adapterFiles, simulatorFiles } from './platform-files.ts';

/** Everything that a new platform needs: see `docs/add-a-platform.md`. */
export function newPlatform(name: string, tree: Tree): readonly Change[] {
  const word = wordOf(name);
  if (word.kebab !== word.camel) throw new ScaffoldError("a platform's name is one word, as in its address");
  if (tree.read(`packages/platforms/src/${name}/index.ts`) !== null) {
    throw new ScaffoldError(`packages/platforms/src/${name} exists already`);
  }
  return [
    ...adapterFiles(word),
    ...simulatorFiles(word),
    ...contractWord(tree, word),
    registryLine(tree, word),
    simulatorLine(tree, word),
  ];
}

function contractWord(tree: Tree, { kebab, pascal }: Word): Change[] {
  const folder = 'packages/contract/src/platforms';
  const table = mustRead(tree, `${folder}/words.ts`);
  const open = /export const aboutPlatforms = \{/;
  const listed = addItem(table, { open, close: '}', item: kebab });
  return [
    { path: `${folder}/${kebab}.ts`, text: words(kebab, pascal, nextBit(tree, folder)) },
    { path: `${folder}/words.ts`, text: addImport(listed, `import { ${kebab} } from './${kebab}.ts';`) },
  ];
}

const words = (
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
  freeConnections: 5,
  links: { site: '${kebab}.com', hosts: /^(?:www\\.)?${kebab}\\.com$/, nameless: /^(?:video|clip)s?$/ },
  pictures: { real: ['https://pictures.${kebab}.com'], simulated: '/${kebab}/pictures' },
  messages: ['${kebab}Live', '${kebab}Offline'],
  published: {},
  streamer: { settings: ['liveChannel'], facts: ['stats'] },
} as const satisfies AboutPlatform;
`;

/** Flag bits are never reused. */
function nextBit(tree: Tree, folder: string): number {
  const files = [
    'packages/contract/src/premium/flags.ts',
    ...tree
      .list(folder)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`),
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

/** The page takes all remaining requests, so it stays last. */
function simulatorLine(tree: Tree, { kebab }: Word): Change {
  const path = 'apps/sim/src/registry.ts';
  const text = addImport(mustRead(tree, path), `import { ${kebab} } from './${kebab}/definition.ts';`);
  const listed = text.replace(/(export const worlds = \[[^\]]*?)\bpage\b/, `$1${kebab}, page`);
  if (listed === text) throw new ScaffoldError(`${path}: no list of worlds that ends with the page`);
  return { path, text: listed };
}
