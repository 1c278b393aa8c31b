import { existsSync, readFileSync } from 'node:fs';
import { languages } from '@tally/contract';
import { invitePermissions, permissionBits } from '@tally/discord/permissions';
import { features } from '@tally/features/registry';
import { platforms } from '@tally/platforms/registry';
import { expect, it } from 'vitest';
import { pushDoors } from '../../apps/server/src/api/push-doors.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const page = read('docs/operations/going-live.md');
const flat = page.replaceAll(/\s+/g, ' ');

it('every setting on the page is read by some code', () => {
  const documented = new Set([...read('.env.example').matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));
  const named = [...page.matchAll(/(?:^|[`"$ ])([A-Z][A-Z0-9]*_[A-Z0-9_]+)/gm)].map(([, name]) => name);
  expect(named).toContain('DISCORD_TOKEN');
  expect(named).toContain('DATABASE_URL');
  expect(named.filter((name) => !documented.has(name))).toEqual([]);
});

it('the page names every permission that the bot asks for, and no other', () => {
  const labels: Readonly<Record<string, string>> = {
    ...languages[0].texts.permissions,
    UseExternalEmojis: 'Use External Emojis',
    ViewAuditLog: 'View Audit Log',
  };
  const asked = Object.entries(permissionBits).filter(([, bit]) => (invitePermissions & bit) !== 0n);
  expect(asked.length).toBeGreaterThan(15);
  const sentence = /and for these permissions: (.*?)\. Whoever/.exec(flat)?.[1] ?? '';
  let rest = sentence;
  const missing = asked
    .map(([name]) => labels[name] ?? name)
    .sort((a, b) => b.length - a.length)
    .filter((label) => {
      const isThere = rest.includes(label);
      rest = rest.replace(label, '');
      return !isThere;
    });
  expect(missing).toEqual([]);
  expect(rest.replaceAll(/[, ]/g, '')).toBe('');
});

it('every address that platforms push to is one that is answered', () => {
  const webhooks = [...features.flatMap((each) => each.webhooks ?? []), ...pushDoors(platforms)];
  const names = new Set(webhooks.map(({ name }) => name));
  const told = [...page.matchAll(/\/webhooks\/([a-z]+)/g)].map(([, name]) => name ?? '');
  expect(new Set(told)).toEqual(new Set(['kick', 'twitch', 'youtube', 'stripe', 'topgg']));
  expect(told.filter((name) => !names.has(name))).toEqual([]);
});

it('commands and files that it names are there, and newcomers are led to it', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const commands = [...page.matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name ?? '');
  expect(commands).toContain('doctor');
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const files = [...page.matchAll(/(?:tests|apps)\/[\w./-]+\.ts/g)].map(([path]) => path);
  expect(files).toContain('tests/scenarios/restore.test.ts');
  expect(files.filter((path) => !existsSync(path))).toEqual([]);
  for (const from of ['README.md', '.env.example', 'docs/operations/README.md'])
    expect([from, read(from).includes('going-live.md')]).toEqual([from, true]);
});
