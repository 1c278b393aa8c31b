import type { Starboard } from '@tally/contract/starboard/calls';
import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, emptyBoard, isBoardDraft, patchOf, problemsOf } from './draft-of.ts';

const channelId = '910000000000000001' as Starboard['channelId'];

describe('a starboard while it is edited', () => {
  it('omits filters and emojis that were not chosen', () => {
    const body = bodyOf({ ...emptyBoard, channelId });
    expect(body).toMatchObject({ channelId, emojiId: null, emojiName: '⭐', filter: null, threshold: null });
    expect(bodyOf({ ...emptyBoard, channelId, emoji: '123456789' })).toMatchObject({
      emojiId: '123456789',
      emojiName: null,
    });
  });

  it('reads back as it was sent', () => {
    const draft = { ...emptyBoard, channelId, emoji: '🔥', channels: [channelId], threshold: 5, deleteIfLost: true };
    const { filter, ...rest } = bodyOf(draft);
    const stored = { ...rest, filter, guildId: '1', pausedBy: null, posts: 0, stars: 0 } as unknown as Starboard;
    expect(draftOf(stored)).toEqual(draft);
  });

  it('sends only changed fields, and a filter or an emoji as a whole', () => {
    const draft = { ...emptyBoard, channelId, threshold: 5, roles: [], channels: [channelId], emoji: '🔥' };
    expect(patchOf(draft, ['threshold'])).toEqual({ threshold: 5 });
    expect(patchOf(draft, ['channels', 'emoji'])).toEqual({
      filter: { channelMode: 'blacklist', channels: [channelId], roleMode: 'blacklist', roles: [] },
      emojiId: null,
      emojiName: '🔥',
    });
  });

  it('finds errors before the API would', () => {
    const problems = (change: Partial<typeof emptyBoard>) => [...problemsOf({ ...emptyBoard, ...change })];
    expect(problems({})).toEqual([]);
    expect(problems({ threshold: 0 })).toEqual(['threshold']);
    expect(problems({ removeThreshold: 4 })).toEqual(['removeThreshold']);
    expect(problems({ minimumAgeMinutes: 5, maximumAgeMinutes: 5 })).toEqual(['maximumAgeMinutes']);
    expect(problems({ emoji: 'star' })).toEqual(['emoji']);
    expect(problems({ emoji: '❤️' })).toEqual([]);
  });

  it('is recognised after a reload', () => {
    expect(isBoardDraft(JSON.parse(JSON.stringify(emptyBoard)))).toBe(true);
    expect(isBoardDraft({ channelId: null })).toBe(false);
  });
});
