/**
 * Files for the browser. There is no build step: TypeScript types are stripped on first request, and the few libraries
 * come unchanged from node_modules.
 */
import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { createDocument, writeMarks } from './document.ts';

export interface Asset {
  readonly type: string;
  readonly bytes: Buffer;
  readonly tag: string;
  readonly policy?: string;
}

const here = import.meta.dirname;
const require = createRequire(import.meta.url);
/** Not every package exports its package.json. But the entry file always resolves, in the package's folder or below. */
const folderOf = (name: string): string => dirname(require.resolve(name));

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';
const types: Readonly<Record<string, string>> = {
  ts: SCRIPT,
  mjs: SCRIPT,
  css: STYLES,
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const libraries: Readonly<Record<string, readonly [string, string]>> = {
  'preact.mjs': ['preact', 'preact.mjs'],
  'hooks.mjs': ['preact/hooks', 'hooks.mjs'],
  'htm.mjs': ['htm', 'htm.module.js'],
};

const fonts: Readonly<Record<string, readonly [string, string]>> = {
  'onest-latin.woff2': ['onest', 'onest-latin-wght-normal.woff2'],
  'onest-latin-ext.woff2': ['onest', 'onest-latin-ext-wght-normal.woff2'],
  'onest-cyrillic.woff2': ['onest', 'onest-cyrillic-wght-normal.woff2'],
  'anybody-latin.woff2': ['anybody', 'anybody-latin-wdth-normal.woff2'],
  'mono-latin.woff2': ['jetbrains-mono', 'jetbrains-mono-latin-wght-normal.woff2'],
  'vazirmatn-arabic.woff2': ['vazirmatn', 'vazirmatn-arabic-wght-normal.woff2'],
};

/** Every path is found in a list or matches a narrow pattern, so no other file is reachable. */
function findFile(path: string): string | null {
  const [, section, name] = /^\/page\/([a-z]+)\/((?:[a-z-]+\/)?[\w-]+\.(?:ts|mjs|css|svg|woff2))$/.exec(path) ?? [];
  if (name === undefined) return null;
  switch (section) {
    case 'browser':
      return name.endsWith('.ts') && !name.endsWith('.test.ts') ? join(here, 'browser', name) : null;
    case 'styles':
      return join(here, 'styles', name);
    case 'markdown':
      return name.endsWith('.ts') ? join(dirname(require.resolve('@tally/message/markdown')), name) : null;
    case 'vendor':
      return fromPackage(libraries[name], '');
    case 'fonts':
      return fromPackage(fonts[name], '@fontsource-variable/');
    default:
      return null;
  }
}

function fromPackage(entry: readonly [string, string] | undefined, scope: string): string | null {
  if (!entry) return null;
  const [name, file] = entry;
  return scope === '' ? join(folderOf(name), file) : join(folderOf(scope + name), 'files', file);
}

export function createAssets(): (path: string) => Asset | null {
  const known = new Map<string, { changedAt: number; asset: Asset }>();
  const document = createDocument();
  const first: Asset = {
    ...fingerprint(Buffer.from(document.html)),
    type: 'text/html; charset=utf-8',
    policy: document.policy,
  };
  const marks: Asset = { ...fingerprint(Buffer.from(writeMarks())), type: STYLES };
  return (path) => {
    if (path === '/' || path === '/index.html') return first;
    if (path === '/page/styles/marks.css') return marks;
    const file = path === '/favicon.ico' ? join(here, 'styles', 'lamp.svg') : findFile(path);
    const changedAt = file === null ? undefined : statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (file === null || changedAt === undefined) return null;
    const cached = known.get(file);
    // Edited files are served immediately, so development needs only a reload.
    if (cached?.changedAt === changedAt) return cached.asset;
    const asset = readAsset(file);
    known.set(file, { changedAt, asset });
    return asset;
  };
}

function readAsset(file: string): Asset {
  const ending = file.slice(file.lastIndexOf('.') + 1);
  const bytes = readFileSync(file);
  const isTypeScript = ending === 'ts';
  const content = isTypeScript ? Buffer.from(stripTypeScriptTypes(bytes.toString('utf8'))) : bytes;
  return { ...fingerprint(content), type: types[ending] ?? SCRIPT };
}

const fingerprint = (bytes: Buffer): { bytes: Buffer; tag: string } => ({
  bytes,
  tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
});
