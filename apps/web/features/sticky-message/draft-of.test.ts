import type { StickyMessage } from '@tally/contract/message-editor/bodies';
import { describe, expect, it } from 'vitest';
import { bodyOf, draftOf, emptyDraft, hasBadFigure, isStickyDraft, patchOf } from './draft-of.ts';

const sticky = {
  channelId: '910000000000000001',
  messageId: null,
  enabled: true,
  content: 'Be kind',
  embed: null,
  buttons: [],
  webhook: null,
  mode: null,
  everyMessages: null,
  minutes: 20,
  delaySeconds: null,
  pausedBy: null,
} as unknown as StickyMessage;

describe('a sticky while it is written', () => {
  it('is sent as it was read', () => {
    const draft = draftOf(sticky);
    expect(bodyOf({ ...draft, channelId: sticky.channelId })).toEqual({
      channelId: sticky.channelId,
      enabled: true,
      content: 'Be kind',
      embed: null,
      buttons: [],
      webhook: null,
      mode: 'everyMessage',
      everyMessages: null,
      minutes: 20,
      delaySeconds: null,
    });
  });

  it('sends only changed fields, so a default on the page does not become a setting', () => {
    const draft = { ...draftOf(sticky), channelId: sticky.channelId };
    expect(patchOf(draft, ['minutes'])).toEqual({ channelId: sticky.channelId, minutes: 20 });
    expect(patchOf(draft, ['message'])).toEqual({
      channelId: sticky.channelId,
      content: 'Be kind',
      embed: null,
      buttons: [],
      webhook: null,
    });
  });

  it('knows the figures that the API refuses', () => {
    expect(hasBadFigure(emptyDraft)).toBe(false);
    expect(hasBadFigure({ ...emptyDraft, everyMessages: 0 })).toBe(true);
    expect(hasBadFigure({ ...emptyDraft, minutes: 1.5 })).toBe(true);
    expect(hasBadFigure({ ...emptyDraft, delaySeconds: 3601 })).toBe(true);
  });

  it('is recognised after a reload; something else is not', () => {
    expect(isStickyDraft(JSON.parse(JSON.stringify(emptyDraft)))).toBe(true);
    expect([null, {}, { message: {}, mode: 'sometimes' }].some(isStickyDraft)).toBe(false);
  });
});
