import { z } from 'zod';
import { bodyOf, ClockTime, TimeZone } from '../wire/fields.ts';

/** Skip notifications at night, or hold them for one digest in the morning. */
export const quietModes = ['skip', 'digest'] as const;

/** The hours without notifications. An end before the start is on the next day. */
export const QuietHours = z
  .object({
    enabled: z.boolean(),
    timeZone: TimeZone,
    from: ClockTime,
    until: ClockTime,
    mode: z.enum(quietModes),
  })
  .meta({ id: 'QuietHours' });
export type QuietHours = z.infer<typeof QuietHours>;
/** A PATCH of existing quiet hours may contain a single field. */
export const QuietHoursBody = bodyOf(QuietHours).meta({ id: 'QuietHoursBody' });
export type QuietHoursBody = z.infer<typeof QuietHoursBody>;
