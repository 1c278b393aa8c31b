import {
  addAfterLast,
  addImport,
  addItem,
  type Change,
  keyOf,
  mustRead,
  ScaffoldError,
  type Tree,
  type Word,
  wordOf,
} from './edits.ts';
import { featureFiles, manifestOnly, webFiles } from './feature-files.ts';

const contractSrc = 'packages/contract/src';
const webDashboard = 'apps/web/app/(app)/dashboard/server';

/** Creates all files of a new feature: see `docs/add-a-feature.md`. */
export function newFeature(name: string, tree: Tree): readonly Change[] {
  const word = wordOf(name);
  if (tree.read(`packages/features/src/${word.kebab}/index.ts`) !== null) {
    throw new ScaffoldError(`packages/features/src/${word.kebab} exists already`);
  }
  const registry = mustRead(tree, `${contractSrc}/registry.ts`);
  const isDeclared = registry.includes(`'./${word.kebab}/calls.ts'`);
  const languages = tree.list(`${contractSrc}/texts`).filter((each) => /^[a-z]{2}$/.test(each));
  const files = isDeclared
    ? manifestOnly(word)
    : [...featureFiles(word, languages), ...contractLines(tree, word, { registry, languages })];
  return [...files, ...featureLine(tree, word), ...houseLines(tree, word), ...webLines(tree, word, isDeclared)];
}

function contractLines(
  tree: Tree,
  word: Word,
  { registry, languages }: { readonly registry: string; readonly languages: readonly string[] },
): Change[] {
  const { kebab, camel } = word;
  const listed = addItem(addImport(registry, `import { ${camel} } from './${kebab}/calls.ts';`), {
    open: /export const contract = \{/,
    close: '\n}',
    item: keyOf(word),
  });
  const index = addAfterLast(
    mustRead(tree, `${contractSrc}/index.ts`),
    'export *',
    `export * from './${kebab}/calls.ts';`,
  );
  return [
    { path: `${contractSrc}/registry.ts`, text: listed },
    { path: `${contractSrc}/index.ts`, text: index },
    ...languages.map((language) => {
      const path = `${contractSrc}/texts/${language}/index.ts`;
      return {
        path,
        text: addAfterLast(mustRead(tree, path), 'export {', `export { ${camel} } from './${kebab}.ts';`),
      };
    }),
  ];
}

function featureLine(tree: Tree, { kebab, camel }: Word): Change[] {
  const path = 'packages/features/src/registry.ts';
  const text = addImport(mustRead(tree, path), `import { ${camel} } from './${kebab}/index.ts';`);
  const open = /export const features: readonly Feature\[\] = \[/;
  return [{ path, text: addItem(text, { open, close: ']', item: camel }) }];
}

/** Adds a new word to the dictionary and to the test's list. */
function houseLines(tree: Tree, { kebab, title }: Word): Change[] {
  const rules = 'tests/architecture/rules/features.ts';
  const text = mustRead(tree, rules);
  if (text.includes(`'${kebab}'`)) return [];
  const words = mustRead(tree, 'docs/words.md');
  return [
    { path: rules, text: addItem(text, { open: /export const homes = \[/, close: ']', item: `'${kebab}'` }) },
    { path: 'docs/words.md', text: addAfterLast(words, '| `', `| \`${kebab}\` | ${title}. |`) },
  ];
}

function webLines(tree: Tree, word: Word, isDeclared: boolean): Change[] {
  const languages = tree.list('apps/web/messages').filter((each) => /^[a-z]{2}-[A-Z]{2}$/.test(each));
  // Next allows one parameter name per folder, so the existing name is kept.
  const param = tree.list(webDashboard).find((each) => each.startsWith('[')) ?? '[serverId]';
  const route = `${webDashboard}/${param}/${word.kebab}`;
  return [
    ...webFiles(word, { isDeclared, languages, route }),
    ...messageLines(tree, word, languages.find((each) => each.startsWith('en')) ?? 'en-US'),
    ...sidebarLines(tree, word, languages),
  ];
}

function messageLines(tree: Tree, { kebab, camel }: Word, language: string): Change[] {
  const path = 'apps/web/i18n/homes.ts';
  const text = mustRead(tree, path);
  if (text.includes(`/${kebab}.json'`)) return [];
  const named = addItem(text, { open: /export const homes = \[/, close: ']', item: `'${kebab}'` });
  const key = kebab === camel ? kebab : `'${kebab}'`;
  return [
    {
      path,
      text: named.replace(
        /(interface Messages \{[\s\S]*?)\n\}/,
        `$1\n  ${key}: WithPlatforms<typeof import('../messages/${language}/${kebab}.json')>;\n}`,
      ),
    },
  ];
}

function sidebarLines(tree: Tree, { kebab, title }: Word, languages: readonly string[]): Change[] {
  const path = 'apps/web/features/registry.ts';
  const sidebar = mustRead(tree, path);
  if (sidebar.includes(`name: '${kebab}'`)) return [];
  const withIcon = /\bSparkles,/.test(sidebar)
    ? sidebar
    : sidebar.replace(`} from 'lucide-react'`, `  Sparkles,\n} from 'lucide-react'`);
  const text = addItem(withIcon, {
    open: /export const serverTools = built\('server', \[/,
    close: '\n]',
    item: `{ name: '${kebab}', icon: Sparkles, path: '${kebab}', badge: 'beta' }`,
  });
  const labels = languages.map((language) => {
    const shellPath = `apps/web/messages/${language}/shell.json`;
    const shell = JSON.parse(mustRead(tree, shellPath)) as { features: Record<string, string> };
    shell.features[kebab] ??= title;
    return { path: shellPath, text: `${JSON.stringify(shell, null, 2)}\n` };
  });
  return [{ path, text }, ...labels];
}
