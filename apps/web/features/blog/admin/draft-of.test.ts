import { expect, test } from 'vitest';
import { bodyOf, draftOf, emptyDraft, isReady, onClock, tagsIn } from './draft-of.ts';

const draft = {
  ...emptyDraft({ name: 'Ada', icon: 'https://tally.example/ada.png' }),
  identifier: 'summer',
  title: 'Summer',
};

test('tags in one line, also with the comma of Arabic; each once', () => {
  expect(tagsIn(' news, summer ,, news،عربي')).toEqual(['news', 'summer', 'عربي']);
});

test('an incomplete draft cannot be saved', () => {
  expect(isReady(draft)).toBe(true);
  const faults = [
    { identifier: 'new' },
    { identifier: 'Ä' },
    { title: ' ' },
    { authorName: '' },
    { authorIcon: 'x' },
    { publishAt: 'soon' },
  ];
  for (const fault of faults) expect(isReady({ ...draft, ...fault })).toBe(false);
});

test('a time keeps its minute on the way to the server and back', () => {
  const at = new Date('2026-12-24T20:15:00Z');
  const body = bodyOf({ ...draft, publishAt: onClock(at) });
  expect(body.publishAt).toEqual(at);
  expect(draftOf({ ...body, thumbnail: null, publishAt: at }).publishAt).toBe(onClock(at));
  expect(bodyOf(draft)).toMatchObject({ publishAt: null, thumbnail: null });
});
