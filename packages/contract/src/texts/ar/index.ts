import type { Texts } from '../index.ts';
import { errors } from './errors.ts';
import { fields } from './fields.ts';

export const ar = { errors, fields } satisfies Texts;
