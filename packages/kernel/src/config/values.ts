import { z } from 'zod';

/** The kinds of variables. */
export const optional = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text));
export const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .optional()
  .transform((text) => text === 'true' || text === '1');
export const url = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

/** The settings that every part of the environment may depend on. */
export interface World {
  readonly SIM_PORT: number;
  readonly DISCORD_TOKEN?: string | undefined;
}
