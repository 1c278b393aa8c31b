import type { Texts } from '../index.ts';
import { errors } from './errors.ts';

export const ar = { errors } satisfies Texts;
