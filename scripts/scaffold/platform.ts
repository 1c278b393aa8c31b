import { addImport, addItem, type Change, mustRead, ScaffoldError, type Tree, type Word, wordOf } from './edits.ts';
import { adapterFiles, simulatorFiles } from './platform-files.ts';

/** Everything that a new platform needs: see `docs/add-a-platform.md`. */
export function newPlatform(name: string, tree: Tree): readonly Change[] {
  const word = wordOf(name);
  if (word.kebab !== word.camel) throw new ScaffoldError('a platform has a name of one word, as in its address');
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

function contractWord(tree: Tree, { kebab }: Word): Change[] {
  const path = 'packages/contract/src/platforms/words.ts';
  const text = mustRead(tree, path);
  if (new RegExp(`export const platforms = \\[[^\\]]*'${kebab}'`).test(text)) return [];
  return [{ path, text: addItem(text, { open: /export const platforms = \[/, close: ']', item: `'${kebab}'` }) }];
}

function registryLine(tree: Tree, { kebab }: Word): Change {
  const path = 'packages/platforms/src/registry.ts';
  const text = addImport(mustRead(tree, path), `import { ${kebab} } from './${kebab}/index.ts';`);
  const open = /export const platforms: readonly PlatformDefinition\[\] = \[/;
  return { path, text: addItem(text, { open, close: ']', item: kebab }) };
}

/** The page takes what no world wants, so it stays last. */
function simulatorLine(tree: Tree, { kebab }: Word): Change {
  const path = 'apps/sim/src/registry.ts';
  const text = addImport(mustRead(tree, path), `import { ${kebab} } from './${kebab}/definition.ts';`);
  const listed = text.replace(/(export const worlds = \[[^\]]*?)\bpage\b/, `$1${kebab}, page`);
  if (listed === text) throw new ScaffoldError(`${path}: no list of worlds that ends with the page`);
  return { path, text: listed };
}
