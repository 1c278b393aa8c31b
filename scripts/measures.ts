/**
 * Prints the measures of the house: the current value, the limit, and the target. `--files <measure>` lists its places,
 * `--lower` stores lower values. `--prose` prints only those of English.
 */
import { LONGEST_SUBJECT, longSubjects, readHouse } from '../tests/architecture/measures/house.ts';
import { measures } from '../tests/architecture/measures/index.ts';
import { ceilingOf, type Measure, valueOf } from '../tests/architecture/measures/measure.ts';
import { prose } from '../tests/architecture/measures/prose.ts';
import { FILE, lowered, readCeilings, writeCeilings } from '../tests/architecture/measures/ratchet.ts';

const words = process.argv.slice(2);
const house = readHouse();
const ceilings = readCeilings();

if (words.includes('--files')) listPlaces(words[words.indexOf('--files') + 1] ?? '');
else if (words.includes('--lower')) lower();
else if (words.includes('--prose')) printProse();
else printTable(measures);

function listPlaces(name: string): void {
  const measure = measures.find((each) => each.name === name);
  if (!measure) {
    console.error(`There is no measure "${name}". These exist: ${measures.map((each) => each.name).join(', ')}`);
    process.exitCode = 1;
    return;
  }
  for (const { at, count, of } of measure.placesIn(house).toSorted((a, b) => b.count - a.count)) {
    console.log(`${String(count).padStart(5)}  ${at}`);
    // Lists the files of a pair or a chain, but not of a folder, which has too many.
    if (of && of.length <= 20) for (const path of of) console.log(`         ${path}`);
  }
}

function lower(): void {
  const next = lowered(measures, house, ceilings);
  const fell = measures.filter(({ name }) => next[name] !== ceilings[name]);
  writeCeilings(next);
  for (const { name } of fell) console.log(`${name}: ${ceilings[name] ?? 'new'} → ${next[name]}`);
  console.log(fell.length ? `Written to ${FILE}.` : 'Nothing fell.');
}

function printProse(): void {
  printTable(prose);
  const { counted, failing } = longSubjects();
  console.log(
    `\ncommit subjects over ${LONGEST_SUBJECT} characters: ${counted.length}, of which ${failing.length} fail`,
  );
  for (const subject of failing) console.log(`  ${subject}`);
}

function printTable(shown: readonly Measure[]): void {
  const rows = shown.map((measure) => {
    const now = valueOf(measure, house);
    const allowed = ceilings[measure.name] ?? 0;
    const note = now > allowed ? 'ROSE' : ceilingOf(measure, now) < allowed ? 'could be lowered' : '';
    return [measure.name, String(now), String(allowed), String(measure.target), note, measure.says];
  });
  const table = [['measure', 'now', 'allowed', 'target', '', ''], ...rows];
  const widths = table[0]?.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0))) ?? [];
  for (const row of table) {
    const cells = row.map((cell, at) =>
      at > 0 && at < 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
    );
    console.log(cells.join('  ').trimEnd());
  }
}
