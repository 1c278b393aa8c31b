// Runs on any Node of the machine (20 or newer), before the install: plain JavaScript, no imports from npm. Installs
// when the lock file changed; with --build also builds the web app when its inputs changed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const OLDEST_HOST_NODE = 20;
const OLDEST_RUNTIME_NODE = 24;

const major = (version) => Number.parseInt(version.replace(/^v/, ''), 10);

if (major(process.version) < OLDEST_HOST_NODE) {
  stop(`Tally needs Node ${OLDEST_HOST_NODE} or newer to install itself; this is ${process.version}.`);
}

install();
checkRuntime();
if (process.argv.includes('--build')) buildWeb();

function install() {
  const stamp = join(root, 'node_modules', '.tally-installed');
  const wanted = hashOf([join(root, 'package-lock.json')]);
  if (readIfThere(stamp) === wanted) return;
  console.log('Installing dependencies (the first time takes about a minute) …');
  installFromLock();
  // npm treats packages for this machine as optional, and silently skips those that it could not fetch.
  if (lacking().length > 0) installFromLock();
  const still = lacking();
  if (still.length > 0) stop(`npm could not fetch ${still.join(', ')}: please check the network and try again.`);
  writeFileSync(stamp, wanted);
}

function installFromLock() {
  // No installed package needs its install scripts. In .npmrc, this setting would also disable our own prestart.
  run(
    'npm',
    ['ci', '--ignore-scripts', '--loglevel=error', '--no-fund', '--no-audit'],
    'The installation failed; npm says why above.',
  );
}

// Returns the packages that this system needs but lacks.
function lacking() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const libc = process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
  return Object.keys(packages).filter((path) => {
    const { os, cpu, libc: libcs } = packages[path];
    const isOurs = fits(os, process.platform) && fits(cpu, process.arch) && (!libcs || fits(libcs, libc));
    return isOurs && !existsSync(join(root, path));
  });
}

// True if the package supports the system. A package without a list supports every system.
function fits(wanted, own) {
  return [wanted ?? []].flat().includes(own);
}

// The lock file provides the runtime for Linux and Windows. Other systems need a recent enough Node.
function checkRuntime() {
  const bundled = spawnSync(join(root, 'node_modules', '.bin', 'node'), ['--version'], { encoding: 'utf8' });
  const version = bundled.status === 0 ? bundled.stdout.trim() : process.version;
  if (major(version) >= OLDEST_RUNTIME_NODE) return;
  stop(
    `Tally runs on Node ${OLDEST_RUNTIME_NODE}. No copy of it exists on npm for ${process.platform}-${process.arch}, ` +
      `and this machine has ${process.version}: please install Node ${OLDEST_RUNTIME_NODE} and try again.`,
  );
}

function buildWeb() {
  const stamp = join(root, 'apps', 'web', '.next', '.tally-built');
  const wanted = hashOf([
    join(root, 'package-lock.json'),
    ...filesBelow(join(root, 'apps', 'web')),
    ...filesBelow(join(root, 'packages', 'contract')),
    ...filesBelow(join(root, 'packages', 'message')),
  ]);
  if (readIfThere(stamp) === wanted) return;
  console.log('Building the web app (about a minute, and again after changes) …');
  run('npm', ['run', 'build', '--silent'], 'The web app could not be built; the reason is above.', {
    isQuiet: true,
  });
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

// Runs a command. A quiet one prints its output only if it fails.
function run(command, args, complaint, { isQuiet = false } = {}) {
  const stdio = isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
  const result = spawnSync(command, args, { cwd: root, stdio, maxBuffer: 64e6, shell: process.platform === 'win32' });
  if (result.status === 0) return;
  if (isQuiet) process.stderr.write(`${result.stdout}${result.stderr}`);
  stop(complaint);
}

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  const skipped = new Set(['node_modules', '.next', 'next-env.d.ts', 'tsconfig.tsbuildinfo']);
  return readdirSync(folder)
    .filter((name) => !skipped.has(name) && !/\.test\.tsx?$/.test(name))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? filesBelow(path) : [path];
    });
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
