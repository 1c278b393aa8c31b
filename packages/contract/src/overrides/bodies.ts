import { z } from 'zod';
import { Platform } from '../platforms/platform.ts';
import { channelField, roleField } from '../wire/choices.ts';
import { bodyOf, int, line, RowId } from '../wire/fields.ts';

export const overrideActions = ['cancel', 'autoPublish', 'dontPublish', 'dontPing'] as const;
export const OverrideAction = z.enum(overrideActions);
export type OverrideAction = z.infer<typeof OverrideAction>;

export const queryPlaces = ['title', 'category', 'description'] as const;
export const QueryIn = z.enum(queryPlaces);
export type QueryIn = z.infer<typeof QueryIn>;

/** Each priority is unique in a server. The highest one wins. */
export const highestPriority = 1_000_000;
export const Priority = int(0, highestPriority);

/** Chooses another channel, another ping or no message for streams whose title or category contains certain words. */
export const Override = z
  .object({
    priorityOnConflict: Priority,
    applyTo: z.array(Platform).max(5),
    /** A word, part of a word (`*word*`), or `/a pattern/` for an engine with linear run time. */
    query: z.array(line(200)).max(50),
    queryIn: z.array(QueryIn).max(3),
    actions: z.array(OverrideAction).max(4),
    /** How many minutes the decision holds for the stream. */
    durationMinutes: int(1, 10_080).nullable(),
    overrideChannelId: channelField('postsTo').nullable(),
    /** Null uses the streamer's own ping, unless the actions include `dontPing`. */
    overridePingRoleId: roleField('pings').nullable(),
  })
  .meta({ id: 'Override' });
export type Override = z.infer<typeof Override>;
export const OverrideBody = bodyOf(Override, 'priorityOnConflict', 'applyTo', 'query', 'queryIn', 'actions').meta({
  id: 'OverrideBody',
});
export type OverrideBody = z.infer<typeof OverrideBody>;

/** The effect that an override would have had on a past stream. */
export const OverrideTrial = z
  .object({
    sessionId: RowId,
    platform: Platform,
    streamerUserName: z.string(),
    displayName: z.string(),
    title: z.string().nullable(),
    category: z.string().nullable(),
    /** `null` if no override matched. */
    winner: Priority.nullable(),
    actions: z.array(OverrideAction),
    matched: z.object({ query: z.string(), queryIn: QueryIn }).nullable(),
  })
  .meta({ id: 'OverrideTrial' });
export type OverrideTrial = z.infer<typeof OverrideTrial>;
