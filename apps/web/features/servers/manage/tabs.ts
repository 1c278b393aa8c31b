/** The tabs of the page that manages a server. */
export const manageTabs = ['general', 'notifications', 'roles', 'branding', 'changes', 'danger'] as const;
export type ManageTab = (typeof manageTabs)[number];

/** The tab of each card. The URL's hash names a card. */
export const tabOf = {
  language: 'general',
  listed: 'general',
  'quiet-hours': 'notifications',
  'only-overrides': 'notifications',
  'kick-links': 'notifications',
  'new-streamers': 'notifications',
  'sticky-delay': 'notifications',
  'status-roles': 'roles',
  'linked-roles': 'roles',
  'role-sync': 'roles',
  'giveaway-managers': 'roles',
  branding: 'branding',
  changes: 'changes',
  'remove-data': 'danger',
} as const satisfies Record<string, ManageTab>;
export type ServerSetting = keyof typeof tabOf;
export const serverSettings = Object.keys(tabOf) as ServerSetting[];

/** Returns the path of a setting, relative to the server's path. */
export const settingPath = (setting: ServerSetting): string => `/manage?tab=${tabOf[setting]}#${setting}`;
