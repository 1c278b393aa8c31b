import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** What the steps need to know of a run of vitest. */
export interface Report {
  readonly passed: number;
  readonly failed: number;
  /** By file and name, with the reason below it. */
  readonly failures: readonly string[];
}

/**
 * Puts together what failed and why, causes included: at the end of a long log it is all that a reader finds. A file
 * that could not be loaded, a hook that threw and a process that died are failures like a test.
 */
export default class ReportWriter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const tests = modules.flatMap((each) => [...each.children.allTests()]);
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map((error) => `outside of all tests${why([error])}`),
    ];
    const report: Report = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: failures.length,
      failures,
    };
    await writeFile(process.env.TEST_REPORT as string, JSON.stringify(report));
  }
}

function failuresOf(module: TestModule): string[] {
  const file = relative(process.cwd(), module.moduleId);
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const tests = [...module.children.allTests('failed')];
  const failures = [
    ...(module.errors().length > 0 ? [`${file}${why(module.errors())}`] : []),
    ...suites.map((suite) => `${file}: ${suite.fullName}${why(suite.errors())}`),
    ...tests.map((test) => `${file}: ${test.fullName}${why(test.result().errors ?? [])}`),
  ];
  // A process that dies takes its tests with it, and no error is told of them.
  return failures.length > 0 || module.ok() ? failures : [`${file}: did not come to its end`];
}

function why(errors: readonly SerializedError[]): string {
  return errors
    .flatMap((error) => chain(error))
    .map((line) => `\n  ${line}`)
    .join('');
}

const linesOfStack = 3;

function chain(error: SerializedError): string[] {
  const stack = (error.stacks ?? []).slice(0, linesOfStack);
  return [
    ...`${error.name ?? 'Error'}: ${error.message}`.split('\n').slice(0, linesOfStack),
    ...stack.map(({ file, line, method }) => `  at ${method || 'the top'} (${relative(process.cwd(), file)}:${line})`),
    ...(error.cause ? chain(error.cause) : []),
  ];
}
