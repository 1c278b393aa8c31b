import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { appendFile, stat, truncate } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { type LongQuestion, type Mark, openRemux } from '@tally/infra/video';

/**
 * Saves a recording to a file, with its marks beside it, and resumes after a kill. The bench runs it as a separate
 * process.
 */
const [question, path] = [JSON.parse(process.argv[2] ?? '') as LongQuestion, process.argv[3] ?? ''];
const marksPath = `${path}.marks`;
const stored = existsSync(path) ? (await stat(path)).size : 0;
const marks: Mark[] = [];
if (existsSync(marksPath))
  for await (const line of createInterface(createReadStream(marksPath))) marks.push(JSON.parse(line) as Mark);
const from = marks.filter(({ bytes }) => bytes <= stored);
if (stored > 0) await truncate(path, from.at(-1)?.bytes ?? 0);
let noted = Promise.resolve();
const onMark = (mark: Mark): void => {
  noted = noted.then(async () => await appendFile(marksPath, `${JSON.stringify(mark)}\n`));
};
await openRemux(question, { from, onMark }).pipeTo(Writable.toWeb(createWriteStream(path, { flags: 'a' })));
await noted;
