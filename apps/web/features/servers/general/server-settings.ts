/** Cards of the page that manages a server, as the address names them. */
export const serverSettings = [
  'language',
  'quiet-hours',
  'only-overrides',
  'sticky-delay',
  'kick-links',
  'listed',
  'branding',
] as const;
export type ServerSetting = (typeof serverSettings)[number];
