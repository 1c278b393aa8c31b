import { expect, it } from 'vitest';
import { placesAfter } from './places.ts';

const still = { key: 'twitch/1', animated: false };
const moving = { key: '7tv/1', animated: true };
const unsaid = { key: 'kick/1', animated: false };

it('each kind has places of its own; a record without a kind needs one of either', () => {
  expect(placesAfter({ normal: 2, animated: 1 }, [still, moving])).toEqual({
    left: { normal: 1, animated: 0 },
    unknown: 0,
    isTooMany: false,
  });
  expect(placesAfter({ normal: 0, animated: 5 }, [still])).toMatchObject({ left: { normal: -1 }, isTooMany: true });
  expect(placesAfter({ normal: 0, animated: 1 }, [unsaid])).toMatchObject({ unknown: 1, isTooMany: false });
  expect(placesAfter({ normal: 0, animated: 1 }, [moving, unsaid]).isTooMany).toBe(true);
});
