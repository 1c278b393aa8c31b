import { examine } from './doctor/examine.ts';
import { describeExamined } from './doctor/say.ts';

/**
 * `npm run doctor` finds faults of this installation, next to a running server or before its first start. `npm run
 * doctor -- api=2 bot=2 worker=3` also counts the connections that these processes need.
 */
const examined = await examine(process.env, process.argv.slice(2));
process.stdout.write(`${describeExamined(examined)}\n`);
process.exitCode = examined.problems.length + examined.checks.flatMap(({ faults }) => faults).length > 0 ? 1 : 0;
