import { contract } from '@tally/contract';
import { features } from '@tally/features/registry';
import { expect, test } from 'vitest';
import { listNotBuilt } from './api/endpoints.ts';

test('every declared call is built', () => expect(listNotBuilt(contract, features)).toEqual([]));
