import { existsSync, globSync, readFileSync } from 'node:fs';

/** The file with the table, and the marks around the part that `npm run map` writes. */
export const MAP = 'docs/map.md';
const BEGIN = '<!-- addresses: written by npm run map -->';
const END = '<!-- end of addresses -->';

const APP = 'apps/web/app';

interface Page {
  readonly address: string;
  /** Below `apps/web/features`. */
  readonly folder: string;
}

/** A page is a file that re-exports from a feature; `(app)` and the like are not part of an address. */
function readPage(path: string): Page {
  const below = path.slice(APP.length, -'/page.tsx'.length);
  const address = below.replaceAll(/\/\([^)]+\)/g, '') || '/';
  const folder = /\/features\/([^']+)\/[^/']+'/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  return { address, folder };
}

/** The scenario with that name, or else the first one that begins with it. */
function scenarioOf(home: string, scenarios: readonly string[]): string | undefined {
  return scenarios.includes(home) ? home : scenarios.find((name) => name.startsWith(`${home}-`));
}

const cell = (path: string | null): string => (path ? `\`${path}\`` : '–');

/** One line per page: its address, web folder, contract folder and scenario. */
export function addressTable(): string {
  const slashes = (path: string): string => path.replaceAll('\\', '/');
  const pages = globSync(`${APP}/**/page.tsx`).map((path) => readPage(slashes(path)));
  const scenarios = globSync('tests/scenarios/*.test.ts')
    .map((path) => slashes(path).slice('tests/scenarios/'.length, -'.test.ts'.length))
    .toSorted();
  const lines = pages
    .toSorted((a, b) => (a.address < b.address ? -1 : 1))
    .map(({ address, folder }) => {
      const home = folder.replace('tools/', '').split('/')[0] ?? '';
      const contract = home && existsSync(`packages/contract/src/${home}`) ? `${home}/` : null;
      const scenario = home ? scenarioOf(home, scenarios) : undefined;
      return `| \`${address}\` | ${cell(folder || null)} | ${cell(contract)} | ${cell(scenario ? `${scenario}.test.ts` : null)} |`;
    });
  return ['| Address | Web folder | Contract | Scenario |', '|---|---|---|---|', ...lines].join('\n');
}

/** The map with an up-to-date table. */
export function withAddresses(map: string): string {
  const [before, rest] = map.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${MAP} lost the marks around its table`);
  return `${before}${BEGIN}\n${addressTable()}\n${END}${after}`;
}
