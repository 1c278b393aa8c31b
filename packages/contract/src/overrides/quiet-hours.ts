import { z } from 'zod';
import { bodyOf, ClockTime, TimeZone } from '../wire/fields.ts';

/** `skip`: notifications at night are not posted. `digest`: they are held for one message in the morning. */
export const quietModes = ['skip', 'digest'] as const;

/** The hours without notifications. If the end is before the start, it is on the next day. */
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
