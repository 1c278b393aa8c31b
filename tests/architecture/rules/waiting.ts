import { codeOf, type SourceFile } from './source.ts';

/** The doors themselves, and the watchdog that ends a hanging process. */
const mayBeRaw = /^(packages\/kernel\/src\/time\/(timers|clock)|apps\/server\/src\/boot\/stop)\.ts$/;

const isConcerned = ({ path }: SourceFile): boolean =>
  /^(packages\/[\w-]+|apps\/server)\/src\//.test(path) &&
  !/\.test\.ts$|\/__fixtures__\//.test(path) &&
  !mayBeRaw.test(path);

/** `socket.setTimeout`, and methods of that name in other interfaces, are not Node timers. */
const raw =
  /(?<![\w.])set(?:Timeout|Interval|Immediate)\b(?!:)|\bglobalThis\.set\w+|['"](?:node:)?timers(?:\/promises)?['"]|\bperformance\.now\b|\bprocess\.hrtime\b|\bDate\.now\b|\bnew Date\(\)|\bqueueMicrotask\b/;

const rawChance = /\bMath\.random\b|\brandomUUID\b|\bgetRandomValues\b/;
/** Only processes choose their clock. */
const rawBelowApps = /\bsystemClock\b/;

/** Timeouts for the other end of a socket use real time, independent of our clocks. */
const speaksToSockets = /^(packages\/infra\/src\/(http|files)\/|apps\/server\/src\/api\/health\.ts$)/;

/** Time and chance come through a door, so a test can choose both. */
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

/** Module state that others await or that cancels a timer, and lists of such values. */
const waiting = [
  /^(export )?let .*(Promise<(void|unknown)>|=> void|Resolvers|AbortController|Timeout)/,
  /^(export )?const .*= new (Map|Set)<.*(=>|Promise|Waiting|Resolvers|AbortController|Timeout)/,
  /^(export )?const .*(=> void|Promise<.*|Waiting|Resolvers<.*)\)?(\[\]|>) = \[\]/,
  /^(export )?const .*= (new (AbortController|EventEmitter)|Promise\.withResolvers)\b/,
];
/** True for code that runs in a thread of its own. */
const isThread = ({ path }: SourceFile): boolean => path === 'packages/infra/src/db/embedded/worker.ts';

/**
 * Two houses in one process must not share module state. State attached to a door in a WeakMap belongs to one house.
 */
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
