import { z } from 'zod';
import { bodyOf, ClockTime, TimeZone } from './fields.ts';

/** Drop what happens in the night, or hold it and send one digest in the morning. */
export const quietModes = ['skip', 'digest'] as const;

/** The hours in which a server wants no notifications. An end before the start is on the next day. */
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
/** A PATCH of quiet hours that stand already may name one field only. */
export const QuietHoursBody = bodyOf(QuietHours).meta({ id: 'QuietHoursBody' });
export type QuietHoursBody = z.infer<typeof QuietHoursBody>;
