/**
 * Prints the measures of the house: what each is now, what is allowed, and where it should go.
 * `--files <measure>` lists its places, `--lower` writes down what fell.
 */
import { readHouse } from '../tests/architecture/measures/house.ts';
import { measures } from '../tests/architecture/measures/index.ts';
import { ceilingOf, valueOf } from '../tests/architecture/measures/measure.ts';
import { FILE, lowered, readCeilings, writeCeilings } from '../tests/architecture/measures/ratchet.ts';

const words = process.argv.slice(2);
const house = readHouse();
const ceilings = readCeilings();

if (words.includes('--files')) listPlaces(words[words.indexOf('--files') + 1] ?? '');
else if (words.includes('--lower')) lower();
else printTable();

function listPlaces(name: string): void {
  const measure = measures.find((each) => each.name === name);
  if (!measure) {
    console.error(`There is no measure "${name}". These exist: ${measures.map((each) => each.name).join(', ')}`);
    process.exitCode = 1;
    return;
  }
  for (const { at, count, of } of measure.placesIn(house).toSorted((a, b) => b.count - a.count)) {
    console.log(`${String(count).padStart(5)}  ${at}`);
    // A folder has more files than help here; a pair or a chain has few.
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

function printTable(): void {
  const rows = measures.map((measure) => {
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
