import { importsOf, resolveRelative, type SourceFile } from './source.ts';

/**
 * The allowed imports between packages. Every room that is not listed is closed. Each entry is a package, or a package
 * and one of its rooms.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  message: ['contract'],
  draw: ['contract'],
  kernel: ['contract', 'message'],
  infra: ['contract', 'draw', 'kernel'],
  discord: ['contract', 'message', 'kernel', 'infra'],
  platforms: ['contract', 'kernel', 'infra/http', 'infra/log', 'infra/metrics'],
  pipeline: ['contract', 'message', 'kernel', 'infra', 'discord', 'platforms/registry'],
  // Features use `ctx.platforms`, never an adapter. Emote sets belong to no platform.
  features: [
    'contract',
    'message',
    'draw',
    'kernel',
    'infra',
    'discord',
    'platforms/registry',
    'platforms/emote-address',
    'platforms/emote-sets',
    'pipeline',
  ],
  server: ['contract', 'kernel', 'infra', 'discord', 'platforms/registry', 'pipeline', 'features/registry'],
  web: ['contract', 'message', 'draw'],
  // The simulator's page renders Discord markdown with the same parser as the web preview.
  sim: ['contract', 'draw', 'message/markdown'],
};

/** True for code that only tests run. */
export const isTest = (path: string) => /\.test\.tsx?$/.test(path) || path.includes('/__fixtures__/');

export function floorOf(path: string): string | undefined {
  return /^(?:packages|apps)\/([\w-]+)\//.exec(path)?.[1];
}

/** Returns a sentence for each import that the floors forbid. */
export function floorViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const floor = floorOf(file.path);
    if (!floor) return [];
    return importsOf(file).flatMap((specifier) => {
      const problem = judge(file.path, floor, specifier);
      return problem ? [`${file.path} imports ${specifier}: ${problem}`] : [];
    });
  });
}

function judge(path: string, floor: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const target = resolveRelative(path, specifier);
    return floorOf(`${target}/`) === floor ? undefined : 'a relative import leaves its package; use @tally/…';
  }
  const [, target, ...room] = /^@tally\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (!target) return undefined;
  if (target === 'tests') return isTest(path) ? undefined : 'only tests may use the test kit';
  if (target === floor) return 'import your own package by relative path';
  const full = [target, ...room.filter(Boolean)].join('/');
  const isAllowed = (allowed[floor] ?? []).some(
    (entry) => entry === target || full === entry || full.startsWith(`${entry}/`),
  );
  return isAllowed ? undefined : `${floor} may import ${(allowed[floor] ?? []).join(', ') || 'nothing of ours'}`;
}
