import type { AutoLiveRole, RoleFilter, StatusRole } from '@tally/contract/role-sync/bodies';
import type { GuildInfo } from '@tally/contract/servers/calls';
import type { GuildRoleList } from '@tally/contract/servers/parts';
import type { RoleId } from '@tally/contract/wire/ids';
import { plainRefusal } from '../../lib/words/plain-refusal.ts';

export type LiveRole = AutoLiveRole | StatusRole;
export type StoredRole = GuildInfo[GuildRoleList][number];

/** Both lists of roles, with their names in the API contract. */
export const kinds = {
  autoLiveRoles: { flag: 'AutoStatusLiveRoles', limit: 'maxAutoLiveRoles', logs: 'autoLiveRoleLogs' },
  statusRoles: { flag: 'StatusRoles', limit: 'maxStatusRoles', logs: 'statusRoleLogs' },
} as const satisfies Record<GuildRoleList, { flag: string; limit: keyof GuildInfo['limits']; logs: keyof GuildInfo }>;

export const most = { texts: 25, text: 128 } as const;

/** A role in the form, where each text is one line. */
export interface RoleDraft {
  readonly roleId: RoleId | null;
  readonly texts: string;
  readonly keepOnOffline: boolean;
  readonly mode: RoleFilter['mode'] | 'everybody';
  readonly roles: readonly RoleId[];
}

export const emptyDraft: RoleDraft = { roleId: null, texts: '', keepOnOffline: false, mode: 'everybody', roles: [] };

export const draftOf = (role: LiveRole): RoleDraft => ({
  roleId: role.roleId,
  texts: 'texts' in role ? role.texts.join('\n') : '',
  keepOnOffline: 'keepOnOffline' in role && role.keepOnOffline === true,
  mode: role.filter && role.filter.roles.length > 0 ? role.filter.mode : 'everybody',
  roles: role.filter?.roles ?? [],
});

export const textsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** Returns null while no role is chosen. */
export function roleOf(list: GuildRoleList, draft: RoleDraft): LiveRole | null {
  const { roleId, mode, roles } = draft;
  if (roleId === null) return null;
  const filter = mode === 'everybody' || roles.length === 0 ? null : { mode, roles: [...roles] };
  if (list === 'autoLiveRoles') return { roleId, filter };
  return { roleId, texts: textsOf(draft.texts), keepOnOffline: draft.keepOnOffline, filter };
}

export type RoleField = 'roleId' | 'texts' | 'filter';
export type FieldErrors = Readonly<Partial<Record<RoleField, string>>>;
const fields: readonly RoleField[] = ['roleId', 'texts', 'filter'];

/** Finds errors before the API would reject the save. */
export function problemsOf(
  list: GuildRoleList,
  draft: RoleDraft,
  say: (key: 'noTexts' | 'tooManyTexts' | 'longText' | 'noFilterRoles', values: Record<string, number>) => string,
): FieldErrors {
  const texts = textsOf(draft.texts);
  const long = texts.findIndex((text) => text.length > most.text);
  const text =
    list === 'autoLiveRoles'
      ? undefined
      : texts.length === 0
        ? say('noTexts', {})
        : texts.length > most.texts
          ? say('tooManyTexts', { limit: most.texts })
          : long >= 0
            ? say('longText', { number: long + 1, limit: most.text })
            : undefined;
  const filter = draft.mode !== 'everybody' && draft.roles.length === 0 ? say('noFilterRoles', {}) : undefined;
  return { ...(text === undefined ? {} : { texts: text }), ...(filter === undefined ? {} : { filter }) };
}

/** Assigns the lines of an API error to their fields, and returns the rest separately. */
export function sortRefusal(refusal: string): { readonly atFields: FieldErrors; readonly rest: string } {
  const atFields: Partial<Record<RoleField, string>> = {};
  const rest: string[] = [];
  for (const line of refusal.split('\n')) {
    const [, name, sentence = ''] = /^(\w+)[^:]*: (.+)$/su.exec(line) ?? [];
    const field = fields.find((each) => each === name);
    if (field) atFields[field] = atFields[field] ? `${atFields[field]}\n${sentence}` : sentence;
    else rest.push(line);
  }
  return { atFields, rest: plainRefusal(rest.join('\n')) };
}

/** Checks the shape of a stored draft, because an older version may have stored another one. */
export const isRoleDraft = (value: unknown): value is RoleDraft =>
  typeof value === 'object' &&
  value !== null &&
  'texts' in value &&
  typeof value.texts === 'string' &&
  'roles' in value &&
  Array.isArray(value.roles) &&
  'mode' in value &&
  'roleId' in value;
