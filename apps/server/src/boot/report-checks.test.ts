import { readConfig, systemClock, systemTimers, UpstreamError } from '@tally/kernel';
import { expect, test } from 'vitest';
import { type LogLine, recordingLog } from '../api/sample.ts';
import { reportChecks } from './report-checks.ts';

test('a check without an answer during the start is no fault', async () => {
  const lines: LogLine[] = [];
  const doors = {
    config: readConfig({ NODE_ENV: 'test' }),
    log: recordingLog(lines),
    clock: systemClock,
    // No response arrives in time.
    timers: { ...systemTimers, within: async () => undefined },
    http: { raw: () => Promise.reject(new UpstreamError({ world: 'x', kind: 'down', message: 'away' })) },
    features: [],
    db: null,
    files: { put: async () => undefined, delete: async () => undefined },
  };
  await reportChecks({ doors: doors as never });
  expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
  expect(lines).toContainEqual({
    level: 'info',
    fields: { part: 'doctor', code: 'late' },
    message: 'The check “database” timed out.',
  });
});
