import { z } from 'zod';
import type { Schema } from './endpoint.ts';
import { ChannelId, RoleId } from './ids.ts';

/**
 * The purpose of a chosen channel or role. The server checks choices by their purpose: none may belong to another
 * server, and a role to give must be one that the caller may give.
 */
/** `asks`: a condition, whose channel may have been deleted since. */
export const channelPurposes = ['postsTo', 'asks'] as const;
export type ChannelPurpose = (typeof channelPurposes)[number];

/**
 * `gives`: members get or lose the role. `watches`: reacts when a member gets or loses the role, so it must exist.
 * `asks`: a condition, whose role may have been deleted since.
 */
export const rolePurposes = ['pings', 'gives', 'watches', 'asks'] as const;
export type RolePurpose = (typeof rolePurposes)[number];

declare module 'zod' {
  interface GlobalMeta {
    readonly purpose?: ChannelPurpose | RolePurpose;
  }
}

export const channelField = (purpose: ChannelPurpose) => ChannelId.meta({ purpose });

export const roleField = (purpose: RolePurpose) => RoleId.meta({ purpose });

/** A channel or role that was chosen in a body. */
export type Choice =
  | { readonly is: 'channel'; readonly purpose: ChannelPurpose; readonly field: string; readonly id: ChannelId }
  | { readonly is: 'role'; readonly purpose: RolePurpose; readonly field: string; readonly id: RoleId };

/** Lists every channel and role chosen in a value of this schema, with the path of its field. */
export function listChoices(schema: Schema, value: unknown, path: readonly string[] = []): Choice[] {
  if (value === null || value === undefined) return [];
  const { is, purpose } = z.globalRegistry.get(schema) ?? {};
  // `channelField` and `roleField` always set both `is` and `purpose`.
  if (is && purpose) return [{ is, purpose, field: path.join('.'), id: value } as Choice];
  const { def } = (schema as z.core.$ZodTypes)._zod;
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- zod has forty kinds; the default is for the rest
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) =>
        listChoices(field, (value as Record<string, unknown>)[key], [...path, key]),
      );
    case 'array':
      return list(value).flatMap((each, place) => listChoices(def.element, each, [...path, String(place)]));
    case 'record':
      return Object.entries(value).flatMap(([key, each]) => listChoices(def.valueType, each, [...path, key]));
    case 'union':
      // Any option may match, because a field with the same name has the same purpose in all of them.
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

/** A value from a file may not match the schema yet. */
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const unique = (choices: readonly Choice[]): Choice[] => [
  ...new Map(choices.map((each) => [`${each.field} ${each.purpose}`, each])).values(),
];
