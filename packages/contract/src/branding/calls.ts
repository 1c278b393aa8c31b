import { z } from 'zod';
import { bodyOf } from '../wire/fields.ts';

/** Places where our own branding can be switched off. */
export const brandingSwitches = [
  'notifications',
  'clips',
  'vods',
  'birthday',
  'welcomeLeave',
  'leaderboard',
  'giveaways',
  'starboard',
  'stickyMessage',
  'linkedRoles',
  'watchOnButton',
] as const;
export type BrandingSwitch = (typeof brandingSwitches)[number];

const off = z.boolean().nullable();
const switches = Object.fromEntries(brandingSwitches.map((name) => [name, off])) as {
  [S in BrandingSwitch]: typeof off;
};

export const DisableBranding = z.object(switches).meta({ id: 'DisableBranding' });
export type DisableBranding = z.infer<typeof DisableBranding>;
export const DisableBrandingBody = bodyOf(DisableBranding).meta({ id: 'DisableBrandingBody' });
