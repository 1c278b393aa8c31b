import { importsOf, type SourceFile } from './source.ts';

export const MOST_LINES = 400;

/** Checks the size of files. Data, fixtures and generated text are exempt. */
export function sizeViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !/__fixtures__|\.sql$|\.json$|\/seeds?\//.test(file.path))
    .map((file) => ({ path: file.path, lines: file.text.split('\n').length }))
    .filter((file) => file.lines > MOST_LINES)
    .map((file) => `${file.path} has ${file.lines} lines; make it a folder of use cases`);
}

/** Finds file names without meaning, and names that are not in kebab case. */
export function nameViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path }) => {
    const name = path.split('/').at(-1) ?? '';
    if (/^(utils?|helpers?|misc|common|manager)\.tsx?$/.test(name)) return [`${path}: name it after what it does`];
    if (/^[a-z0-9_.[\]-]+$/.test(name)) return [];
    return [`${path}: file names are kebab-case`];
  });
}

const sqlRooms =
  /(^packages\/infra\/src\/(db|sql|queue|idempotency)\/|\/store(\.ts|\/[\w-]+\.ts)$|\/tables(\.ts|\/[\w-]+\.ts)$|\.test\.ts$|\/__fixtures__\/|^tests\/|^bench\/|^scripts\/)/;

/** SQL belongs in stores. Other files must not import the tools for it. */
export function sqlViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => /^(packages|apps)\//.test(file.path) && !sqlRooms.test(file.path))
    .filter((file) =>
      importsOf(file).some((specifier) =>
        /^(@tally\/infra\/sql$|drizzle-orm|pg$|pg-boss|@electric-sql)/.test(specifier),
      ),
    )
    .map((file) => `${file.path}: SQL belongs into a store.ts`);
}

/** Each import of this package slows down every start: infra/src/sql explains why. */
export function drizzleViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => !/^packages\/infra\/src\/(db|sql)\//.test(file.path))
    .filter((file) => importsOf(file).some((specifier) => specifier.startsWith('drizzle-orm')))
    .map((file) => `${file.path}: import from @tally/infra/sql`);
}

/** Only infra/db/lock-on.ts may acquire named locks, and it documents each one. */
export function lockViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => !/^packages\/infra\/src\/db\/|^tests\//.test(path) && /pg_advisory/.test(text))
    .map(({ path }) => `${path}: use lockOn of @tally/infra/db`);
}

const ofAConnection =
  /`\s*(?:(?:un)?listen|prepare|deallocate|discard|declare|set (?!local\b)\w+ (?:to|=)) |\bset_config\([^)]*false\)/i;

/**
 * Connection state outlives a transaction, because the pool or PgBouncer gives the connection to the next caller. Only
 * infra/db may set any, and docs/operations/several-machines.md lists it.
 */
export function connectionStateViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => !/^packages\/infra\/src\/db\/|^tests\//.test(path))
    .flatMap(({ path, text }) => {
      const found = ofAConnection.exec(text)?.[0].trim();
      return found ? [`${path}: ${found}; state of a connection belongs to infra/db`] : [];
    });
}

/** Intents must come from the hook that guards the press. Created elsewhere, each attempt would get a new one. */
export function intentViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter(
      ({ path }) =>
        path.startsWith('apps/web/') && !/^apps\/web\/(shell\/use-create|lib\/drafts\/intent)\.ts$/.test(path),
    )
    .filter(({ path, text }) => !path.includes('.test.') && /\bnewIntent\b|\bas Intent\b/.test(text))
    .map(({ path }) => `${path}: run the call with useCreate, which makes its intent`);
}

/**
 * These packages need a newer Node.js and load only if a collector is set: opening the door imports the file that uses
 * them.
 */
export function tracingViolations(files: readonly SourceFile[]): string[] {
  const isDoor = (path: string) => path === 'packages/infra/src/trace/export.ts';
  return files
    .filter(({ path }) => !isDoor(path))
    .filter(({ path, text }) => {
      const isLoaded = path.startsWith('packages/infra/src/trace/') && /^import [^;]*'\.\/export\.ts'/m.test(text);
      return isLoaded || /(?:from|import\(?)\s*['"]@opentelemetry\//.test(text);
    })
    .map(
      ({ path }) => `${path}: use ctx.trace; only packages/infra/src/trace loads these packages, when it needs them`,
    );
}

/** Each table is declared once, in its owner's tables.ts. */
export function tableViolations(files: readonly SourceFile[]): string[] {
  const owners = new Map<string, string>();
  return files.flatMap((file) =>
    [...file.text.matchAll(/pgTable\(\s*['"](\w+)['"]/g)].flatMap((match) => {
      const table = match[1] as string;
      const former = owners.get(table);
      owners.set(table, file.path);
      if (!/\/tables(\.ts|\/[\w-]+\.ts)$/.test(file.path) && !file.path.endsWith('.test.ts')) {
        return [`${file.path}: table ${table} belongs into a tables.ts`];
      }
      return former ? [`table ${table} is declared in ${former} and in ${file.path}`] : [];
    }),
  );
}

/** A feature that encrypts texts must list their columns. Otherwise a missing key is noticed too late. */
export function sealedViolations(files: readonly SourceFile[]): string[] {
  const folderOf = (path: string): string | undefined =>
    /^packages\/(?:features|pipeline)\/src\/(?:tools\/)?[^/]+\//.exec(path)?.[0];
  const sealing = files.filter((file) => !file.path.endsWith('.test.ts') && /\bsecrets\.encrypt\(/.test(file.text));
  const folders = new Set(sealing.flatMap((file) => folderOf(file.path) ?? []));
  const says = (folder: string) =>
    files.some((file) => file.path === `${folder}index.ts` && /\bsealed: \[|\w+Sealed = \[/.test(file.text));
  return [...folders]
    .filter((folder) => !says(folder))
    .map((folder) => `${folder}index.ts: name the columns as sealed`);
}

const mayReadEnvironment =
  /^(packages\/kernel\/src\/config\/config\.ts|apps\/web\/(lib\/config|lib\/start\/built-pages|next\.config|instrumentation[\w-]*|sentry[\w.-]*)\.(ts|mjs)|apps\/(server|sim)\/src\/|scripts\/|tests\/|bench\/|.*\.test\.tsx?$)/;

/**
 * One file per process reads the environment, and all other code gets a Config. The build inserts the list of pages.
 */
export function environmentViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => /\bprocess\.env\b/.test(file.text) && !mayReadEnvironment.test(file.path))
    .filter((file) => !/process\.env\.NODE_ENV/.test(file.text) || /process\.env(?!\.NODE_ENV)/.test(file.text))
    .map((file) => `${file.path}: take it from ctx.config`);
}

/** Only Next, vitest's reporters and a few tests need default exports, so all other files avoid them. */
export function defaultExportViolations(files: readonly SourceFile[]): string[] {
  const demanded =
    /^(apps\/web\/(app\/|i18n\/|[\w.-]+\.config\.|proxy\.ts)|[\w.-]+\.config\.ts|scripts\/test\/reporter\.ts)/;
  return files
    .filter((file) => /^export default\b/m.test(file.text) && !demanded.test(file.path))
    .map((file) => `${file.path}: export it by name`);
}
