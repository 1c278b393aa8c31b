import { expect, it } from 'vitest';
import { YoutubeChannels, YoutubeList } from './youtube.external.ts';

it('an answer that contains an error does not mean that no channel is live', () => {
  const error = { code: 403, message: 'quota', errors: [] };
  for (const schema of [YoutubeList, YoutubeChannels]) {
    expect(schema.safeParse({ error }).success).toBe(false);
    expect(schema.safeParse({ error, items: [] }).success).toBe(false);
    // Google omits the list if it is empty.
    expect(schema.safeParse({}).data?.items).toEqual([]);
  }
});
