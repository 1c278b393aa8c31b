import { createHash } from 'node:crypto';
import { perPlatform } from '@tally/contract/platforms/words';

const imports = {
  preact: '/page/vendor/preact.mjs',
  'preact/hooks': '/page/vendor/hooks.mjs',
  htm: '/page/vendor/htm.mjs',
  '@tally/message/markdown': '/page/markdown/index.ts',
};

/** An import map must be in the document itself, so the policy contains its hash. */
export function createDocument(): { html: string; policy: string } {
  const map = JSON.stringify({ imports });
  const hash = createHash('sha256').update(map).digest('base64');
  return { html: writeHtml(map), policy: writePolicy(hash) };
}

// Pictures come only from this machine, because a message may contain any URL, and outside hosts are never called.
const here = "'self' data: http://127.0.0.1:* http://localhost:*";

const writePolicy = (hash: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    "style-src 'self'",
    "font-src 'self'",
    `img-src ${here}`,
    `media-src ${here}`,
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

/** The order matters, because a later sheet may override an earlier one. */
const sheets = [
  'tokens',
  'base',
  'marks',
  'layout',
  'chat',
  'message',
  'markdown',
  'cards',
  'reactions',
  'panel',
  'creators',
  'platform-chat',
  'dialog',
  'narrow',
];

const marks = { ...perPlatform((_, { colour }) => colour), stripe: '#635bff', topgg: '#ff3366' };

/** Writes the style sheet of the marks: a square in the color of each site. */
export const writeMarks = (): string =>
  [
    '.glyph { inline-size: 9px; block-size: 9px; border-radius: 2.5px; background: var(--muted); flex: none; }',
    ...Object.entries(marks).map(([name, colour]) => `.glyph-${name} { background: ${colour}; }`),
  ].join('\n');

const writeHtml = (map: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#100E0D">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#FBF9F7">
<meta name="color-scheme" content="dark light">
<title>Tally: the simulated world</title>
<link rel="icon" type="image/svg+xml" href="/page/styles/lamp.svg">
<link rel="preload" as="font" type="font/woff2" crossorigin href="/page/fonts/onest-latin.woff2">
${sheets.map((name) => `<link rel="stylesheet" href="/page/styles/${name}.css">`).join('\n')}
<script type="importmap">${map}</script>
<script type="module" src="/page/browser/main.ts"></script>
</head>
<body>
<div id="app"><p class="boot">The simulated world is loading.</p></div>
<noscript>This page needs scripts: it shows a chat that changes while you look.</noscript>
</body>
</html>
`;
