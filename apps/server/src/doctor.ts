import { examine } from './doctor/examine.ts';
import { sayExamined } from './doctor/say.ts';

/** `npm run doctor`: finds faults of this installation, next to a running server or before its first start. */
const examined = await examine(process.env);
process.stdout.write(`${sayExamined(examined)}\n`);
process.exitCode = examined.problems.length + examined.checks.flatMap(({ faults }) => faults).length > 0 ? 1 : 0;
