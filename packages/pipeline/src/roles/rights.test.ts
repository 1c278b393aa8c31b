import type { RoleId } from '@tally/contract';
import type { ServerState } from '@tally/discord/gateway';
import type { Ctx } from '@tally/kernel';
import { expect, it } from 'vitest';
import { problemOf } from './rights.ts';

const now = new Date('2026-03-01T12:00:00Z');
const ctx = { clock: { now: () => now } } as unknown as Ctx;
const state = { roles: new Map() } as unknown as ServerState;
/** An id begins with its creation time. */
const madeAgo = (minutes: number): RoleId =>
  String(BigInt(now.getTime() - minutes * 60_000 - 1_420_070_400_000) << 22n) as RoleId;

it('a deleted role is known, and Discord is not asked for every member; a new one may not be known yet', () => {
  expect(problemOf(ctx, state, madeAgo(60))).toBe('unknownRole');
  expect(problemOf(ctx, state, madeAgo(1))).toBeNull();
  expect(problemOf(ctx, null, madeAgo(60))).toBeNull();
});
