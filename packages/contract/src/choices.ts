import { z } from 'zod';
import type { Schema } from './endpoint.ts';
import { ChannelId, RoleId } from './ids.ts';

/**
 * What a chosen channel or role is for. The server checks by it whether somebody may choose it: a channel or role of
 * another server never, and a role to give only where they may give it themselves.
 */
/** `asks`: a condition; it may have been deleted since. */
export const channelPurposes = ['postsTo', 'asks'] as const;
export type ChannelPurpose = (typeof channelPurposes)[number];

/**
 * `gives`: to people, or from them. `watches`: something follows when somebody gets or loses it, so it must exist.
 * `asks`: a condition; it may have been deleted since.
 */
export const rolePurposes = ['pings', 'gives', 'watches', 'asks'] as const;
export type RolePurpose = (typeof rolePurposes)[number];

declare module 'zod' {
  interface GlobalMeta {
    /** What a chosen channel or role is for. */
    readonly purpose?: ChannelPurpose | RolePurpose;
  }
}

/** A field of a body in which a channel is chosen. */
export const channelField = (purpose: ChannelPurpose) => ChannelId.meta({ purpose });

/** A field of a body in which a role is chosen. */
export const roleField = (purpose: RolePurpose) => RoleId.meta({ purpose });

/** One channel or role that was chosen in a body. */
export type Choice =
  | { readonly is: 'channel'; readonly purpose: ChannelPurpose; readonly field: string; readonly id: ChannelId }
  | { readonly is: 'role'; readonly purpose: RolePurpose; readonly field: string; readonly id: RoleId };

/** Every channel and role that was chosen in a value of this schema, each with the path of its field. */
export function listChoices(schema: Schema, value: unknown, path: readonly string[] = []): Choice[] {
  if (value === null || value === undefined) return [];
  const { is, purpose } = z.globalRegistry.get(schema) ?? {};
  // The two words stand in one schema together: `channelField` and `roleField` put them there.
  if (is && purpose) return [{ is, purpose, field: path.join('.'), id: value } as Choice];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- zod has forty kinds; the default is for the rest
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) =>
        listChoices(field, (value as Record<string, unknown>)[key], [...path, key]),
      );
    case 'array':
      return (value as unknown[]).flatMap((each, place) => listChoices(def.element, each, [...path, String(place)]));
    case 'record':
      return Object.entries(value).flatMap(([key, each]) => listChoices(def.valueType, each, [...path, key]));
    case 'union':
      // Whichever of them the value was read by: a field of one name is chosen for one purpose in all of them.
      return unique(def.options.flatMap((option) => listChoices(option, value, path)));
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
      return listChoices(def.innerType, value, path);
    case 'pipe':
      return listChoices(def.out, value, path);
    default:
      return [];
  }
}

const unique = (choices: readonly Choice[]): Choice[] => [
  ...new Map(choices.map((each) => [`${each.field} ${each.purpose}`, each])).values(),
];
