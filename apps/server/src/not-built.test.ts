import { contract } from '@tally/contract';
import { features } from '@tally/features/registry';
import { expect, test } from 'vitest';
import { listNotBuilt } from './api/endpoints.ts';
import { mostNotBuilt, notBuilt } from './not-built.ts';

test('the list of what is not built is the truth', () => {
  expect(notBuilt, 'write the list of apps/server/src/not-built.ts anew: a call was built or declared').toEqual(
    listNotBuilt(contract, features),
  );
});

test('what is not built only becomes less', () => {
  expect(notBuilt.length, 'lower mostNotBuilt, so that it stays that way').toBe(mostNotBuilt);
});
