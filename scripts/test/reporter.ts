import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface Failure {
  /** The file and the test's full name. */
  readonly name: string;
  /** The test file; null outside of all tests. */
  readonly file: string | null;
  readonly why: readonly string[];
}

/** The results of a vitest run that the steps need. */
export interface Report {
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** The file and full name of each skipped test. */
  readonly skipped: readonly string[];
  readonly files: readonly FileTime[];
}

export interface FileTime {
  readonly file: string;
  /** The wall time of imports, hooks and tests. */
  readonly ms: number;
}

/**
 * Collects failures and their causes, because readers of a long log see only its end. A file that could not be loaded,
 * a hook that threw and a crashed process are failures like a test.
 */
export default class ReportWriter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const tests = modules.flatMap((each) => [...each.children.allTests()]);
    const report: Report = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failures: [
        ...modules.flatMap(failuresOf),
        ...unhandled.map((error) => ({ name: 'outside of all tests', file: null, why: reasons([error]) })),
      ],
      skipped: modules.flatMap((module) =>
        [...module.children.allTests('skipped')].map((test) => `${fileOf(module)}: ${test.fullName}`),
      ),
      files: modules.map(timeOf),
    };
    await writeFile(process.env.TEST_REPORT as string, JSON.stringify(report));
  }
}

const fileOf = (module: TestModule) => relative(process.cwd(), module.moduleId);

function timeOf(module: TestModule): FileTime {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  const ms = environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
  return { file: fileOf(module), ms };
}

function failuresOf(module: TestModule): Failure[] {
  const file = fileOf(module);
  const failure = (name: string, errors: readonly SerializedError[]) => ({ name, file, why: reasons(errors) });
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  const tests = [...module.children.allTests('failed')];
  const failures = [
    ...(module.errors().length > 0 ? [failure(file, module.errors())] : []),
    ...suites.map((suite) => failure(`${file}: ${suite.fullName}`, suite.errors())),
    ...tests.map((test) => failure(`${file}: ${test.fullName}`, test.result().errors ?? [])),
  ];
  // vitest reports no error for the tests that a crashed process loses.
  return failures.length > 0 || module.ok() ? failures : [failure(`${file}: did not finish`, [])];
}

const reasons = (errors: readonly SerializedError[]): string[] => errors.flatMap((error) => chain(error));

const linesOfStack = 3;

function chain(error: SerializedError): string[] {
  const stack = (error.stacks ?? []).slice(0, linesOfStack);
  return [
    ...`${error.name ?? 'Error'}: ${error.message}`.split('\n').slice(0, linesOfStack),
    ...stack.map(({ file, line, method }) => `  at ${method || 'the top'} (${relative(process.cwd(), file)}:${line})`),
    ...(error.cause ? chain(error.cause) : []),
  ];
}
