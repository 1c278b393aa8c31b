import { examine } from './doctor/examine.ts';
import { sayExamined } from './doctor/say.ts';

/** `npm run doctor`: what is wrong with this installation, beside the server or before its first start. */
const examined = await examine(process.env);
process.stdout.write(`${sayExamined(examined)}\n`);
process.exitCode = examined.problems.length + examined.checks.flatMap(({ faults }) => faults).length > 0 ? 1 : 0;
