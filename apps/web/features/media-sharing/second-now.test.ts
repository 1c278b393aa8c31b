import { expect, test } from 'vitest';
import { room } from './sample-room.ts';
import { secondNow } from './second-now.ts';

const at = Date.parse('2026-11-25T10:00:00Z');
const playing = room({ second: 40, secondAt: new Date(at) });
const ask = (of = playing, by = 12_000, receivedAt = at + 1000, end: number | null = 212) =>
  secondNow({ room: of, receivedAt, now: at + by, end });

test('it counts on from the last word of the player, up to the end', () => {
  expect(ask()).toBe(52);
  expect(ask(playing, 600_000)).toBe(212);
  expect(ask(playing, 600_000, at, null)).toBe(640);
});

test('a paused or hidden video does not advance', () => {
  expect(ask({ ...playing, paused: true })).toBe(40);
  expect(ask({ ...playing, player: { ...playing.player, isConnected: false } })).toBe(40);
});

test('a browser with a wrong clock counts from the arrival of the answer', () => {
  const hour = 3_600_000;
  expect(ask(playing, hour + 5000, at + hour)).toBe(45);
  expect(ask(playing, 5000 - hour, at - hour)).toBe(45);
});
