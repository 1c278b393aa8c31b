import { codeOf, type SourceFile } from './source.ts';

/** The files that may use real timers: the doors themselves, and the watchdog that ends a hanging process. */
const mayBeRaw = /^(packages\/kernel\/src\/time\/(timers|clock)|apps\/server\/src\/boot\/stop)\.ts$/;

const isConcerned = ({ path }: SourceFile): boolean =>
  /^(packages\/[\w-]+|apps\/server)\/src\//.test(path) &&
  !/\.test\.ts$|\/__fixtures__\//.test(path) &&
  !mayBeRaw.test(path);

/** Excludes `socket.setTimeout` and other methods with that name, which are not Node timers. */
const raw =
  /(?<![\w.])set(?:Timeout|Interval|Immediate)\b(?!:)|\bglobalThis\.set\w+|['"](?:node:)?timers(?:\/promises)?['"]|\bperformance\.now\b|\bprocess\.hrtime\b|\bDate\.now\b|\bnew Date\(\)|\bqueueMicrotask\b/;

const rawChance = /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/;
/** Only processes may choose their clock. */
const rawBelowApps = /\bsystemClock\b/;

/** Timeouts for sockets use real time, because the other end does not follow our clocks. */
const speaksToSockets = /^(packages\/infra\/src\/(http|files)\/|apps\/server\/src\/api\/health\.ts$)/;

/** Time and randomness must come through a door, so tests can control both. */
export function timerViolations(files: readonly SourceFile[]): string[] {
  return files.filter(isConcerned).flatMap((file) => {
    const code = codeOf(file);
    const deadline = speaksToSockets.test(file.path) ? null : /\bAbortSignal\.timeout\b/.exec(code);
    const clock = file.path.startsWith('packages/') ? rawBelowApps.exec(code) : null;
    const found = (raw.exec(code) ?? rawChance.exec(code) ?? clock ?? deadline)?.[0];
    const doors = 'ctx.timers waits and measures, ctx.clock shows the time, ctx.random draws';
    return found ? [`${file.path}: ${found}; ${doors}`] : [];
  });
}

/** Matches module state that other code awaits or that cancels a timer, and lists of such values. */
const waiting = [
  /^(export )?let .*(Promise<(void|unknown)>|=> void|Resolvers|AbortController|Timeout)/,
  /^(export )?const .*= new (Map|Set)<.*(=>|Promise|Waiting|Resolvers|AbortController|Timeout)/,
  /^(export )?const .*(=> void|Promise<.*|Waiting|Resolvers<.*)\)?(\[\]|>) = \[\]/,
  /^(export )?const .*= (new (AbortController|EventEmitter)|Promise\.withResolvers)\b/,
];
/** True for code that runs in a separate thread. */
const isThread = ({ path }: SourceFile): boolean => path === 'packages/infra/src/db/embedded/worker.ts';

/** Programs in one process must not share module state. A WeakMap with a door as its key belongs to one. */
export function moduleWaitViolations(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => isConcerned(file) && !isThread(file))
    .flatMap((file) =>
      codeOf(file)
        .split('\n')
        .filter((line) => waiting.some((pattern) => pattern.test(line)))
        .map((line) => `${file.path}: ${line}: keep it per house, or in a WeakMap by a door`),
    );
}
