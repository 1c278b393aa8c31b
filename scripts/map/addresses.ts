import { existsSync, globSync, readFileSync } from 'node:fs';

/** The file that contains the table, and the markers around the part that `npm run map` writes. */
export const MAP = 'docs/map.md';
const BEGIN = '<!-- addresses: written by npm run map -->';
const END = '<!-- end of addresses -->';

const APP = 'apps/web/app';

interface Page {
  readonly address: string;
  /** The path below `apps/web/features`. */
  readonly folder: string;
}

/** Reads a page, which re-exports from a feature. `(app)` and similar folders are not part of the URL. */
function readPage(path: string): Page {
  const below = path.slice(APP.length, -'/page.tsx'.length);
  const address = below.replaceAll(/\/\([^)]+\)/g, '') || '/';
  const folder = /\/features\/([^']+)\/[^/']+'/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
  return { address, folder };
}

/** Returns the scenario with this name, or the first one whose name begins with it. */
function scenarioOf(home: string, scenarios: readonly string[]): string | undefined {
  return scenarios.includes(home) ? home : scenarios.find((name) => name.startsWith(`${home}-`));
}

const cell = (path: string | null): string => (path ? `\`${path}\`` : '–');

/** Returns one line per page with its URL, web folder, contract folder and scenario. */
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

/** Returns the map with an updated table. */
export function withAddresses(map: string): string {
  const [before, rest] = map.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${MAP} lost the marks around its table`);
  return `${before}${BEGIN}\n${addressTable()}\n${END}${after}`;
}
