import { drawShareImage } from '@tally/infra/pictures';
import { renderMarkdown } from '../../apps/web/lib/markdown/render.ts';
import { corpus } from '../../packages/infra/src/search/__fixtures__/questions.ts';
import { indexOf, search } from '../../packages/infra/src/search/index.ts';

/**
 * Measures the cost of content for the server: a post of a hundred thousand characters (cold and cached), a search over
 * 24,000 entries in twelve languages (and its hits in the top three), and a share picture.
 */
const BARS = { coldMs: 400, cachedMs: 50, searchMs: 20, answered: 108, imageMs: 300 };
const LETTERS = 100_000;
const ENTRIES = 24_000;
const ROUNDS = 7;

let isGood = true;
function report(what: string, figure: number, unit: string, isMissed: boolean): void {
  if (isMissed) isGood = false;
  process.stdout.write(`${what}: ${figure.toFixed(1)} ${unit}${isMissed ? ' MISSED' : ''}\n`);
}
const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
async function took(work: () => unknown): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

const part =
  '## A lamp\n\nIt is **red** while somebody [is live](https://example.com/live), and `off` when they are not.\n\n' +
  '- one\n- two\n\n> Said by a lamp\n\n```ts\nconst lamp = { isRed: true };\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';
const post = (round: number) =>
  `# Round ${round}\n\n${part.repeat(Math.ceil(LETTERS / part.length))}`.slice(0, LETTERS);
// Excludes the modules that load with the first post from the second measurement.
await renderMarkdown(part);
const cold: number[] = [];
const cached: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  cold.push(await took(() => renderMarkdown(post(round))));
  cached.push(await took(() => renderMarkdown(post(round))));
}
report(`a post of ${LETTERS} letters`, median(cold), `ms (at most ${BARS.coldMs})`, median(cold) > BARS.coldMs);
report('the same from memory', median(cached), `ms (at most ${BARS.cachedMs})`, median(cached) > BARS.cachedMs);

const written = Object.values(corpus).flat();
const entries = Array.from({ length: ENTRIES }, (_, at) => {
  const [question, answer] = written[at % written.length] as readonly [string, string, string];
  // The search must find the first entry of each kind. The others are as similar as on a real installation.
  return at < written.length ? { question, answer } : { question: `${answer} ${at}`, answer: `${question} ${at}` };
});
const index = indexOf(entries);
const times: number[] = [];
for (const [, , asked] of written) times.push(await took(() => search(index, asked, 5)));
report(
  `a question to ${ENTRIES} entries`,
  median(times),
  `ms (at most ${BARS.searchMs})`,
  median(times) > BARS.searchMs,
);
// Search quality is measured with one entry of each kind, as on a real installation.
const own = indexOf(written.map(([question, answer]) => ({ question, answer })));
const answered = written.filter(([question, , asked]) =>
  search(own, asked, 3).some((hit) => hit.question === question),
);
report(
  `of ${written.length} questions answered within three`,
  answered.length,
  `(at least ${BARS.answered})`,
  answered.length < BARS.answered,
);

const words = (round: number) => ({ title: `مرحبا بالمصابيح الحمراء ${round}`, line: 'Ada · 2026', site: 'Tally' });
await drawShareImage(words(-1));
const images: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) images.push(await took(() => drawShareImage(words(round))));
report('a share image', median(images), `ms (at most ${BARS.imageMs})`, median(images) > BARS.imageMs);
process.exit(isGood ? 0 : 1);
