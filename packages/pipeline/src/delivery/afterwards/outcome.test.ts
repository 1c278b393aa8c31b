import { UpstreamError } from '@tally/kernel';
import { expect, test } from 'vitest';
import { troubleOf } from './outcome.ts';

const refused = (about: { upstreamCode?: number; retryAfterMs?: number }): UpstreamError =>
  new UpstreamError({ world: 'discord', kind: 'denied', message: 'Unauthorized', status: 401, ...about });

test('a refused bot token is no fault of the message: it is tried again once the token is', () => {
  expect(troubleOf(refused({ upstreamCode: 0 }))).toMatchObject({ kind: 'later', isSure: true, waitMs: 0 });
  expect(troubleOf(refused({ retryAfterMs: 40_000 }))).toMatchObject({ kind: 'later', isSure: true, waitMs: 40_000 });
});

test('the wrong token of a webhook will not become right', () => {
  expect(troubleOf(refused({ upstreamCode: 50_027 }))).toMatchObject({ kind: 'refused' });
});
