import { z } from 'zod';
import { messageBodyParts } from '../message-editor/bodies.ts';
import { type Platform, perPlatform, streamerMessageTypesOf, wireWord } from '../platforms/words.ts';
import { bodyOf } from '../wire/fields.ts';
import { settingsOf } from './streamer-settings.ts';

const bodyFor = <P extends Platform, S extends z.core.$ZodShape>(platform: P, settings: S) =>
  z
    .object({
      ...bodyOf(z.object(settings)).shape,
      customMessages: z
        .array(z.object({ type: z.enum(streamerMessageTypesOf[platform]), ...messageBodyParts }))
        .max(10)
        .optional(),
    })
    .meta({ id: `${wireWord(platform)}StreamerBody` });

/**
 * An owner's settings per platform. Unknown keys are dropped. The same body creates and changes a row. In a new row,
 * absent fields get their defaults.
 */
export const streamerBodies = perPlatform((platform) => bodyFor(platform, settingsOf[platform])) as unknown as {
  readonly [P in Platform]: ReturnType<typeof bodyFor<P, (typeof settingsOf)[P]>>;
};
export type StreamerBody<P extends Platform = Platform> = z.infer<(typeof streamerBodies)[P]>;
