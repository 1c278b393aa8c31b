import { z } from 'zod';
import { anyone, staff, user } from './access.ts';
import { bits, isoDate, queryFlag, sentence } from './codecs.ts';
import { endpoint, type Home } from './endpoint.ts';
import { Holder } from './enums.ts';
import { TierId } from './flags.ts';
import { DiscordId, ServerId } from './ids.ts';
import { AdditionalAddons, FreeTierInfo, GuildPremium, UserPremium } from './limits.ts';
import { Plan, PlanAddon, PlanInDetail } from './plans.ts';

export const ManagedGuild = z
  .object({
    bitfield: bits.nullable(),
    overrideBranding: z.boolean().nullable(),
    premium: GuildPremium.nullable(),
    freeTierInfo: FreeTierInfo,
  })
  .meta({ id: 'ManagedGuild' });
export type ManagedGuild = z.infer<typeof ManagedGuild>;

export const ManagedUser = z
  .object({
    badges: bits.nullable(),
    bitfield: bits.nullable(),
    oneServerPremium: z.string().nullable(),
    serverPremiumCooldown: isoDate.nullable(),
    premium: UserPremium.nullable(),
  })
  .meta({ id: 'ManagedUser' });
export type ManagedUser = z.infer<typeof ManagedUser>;

const manageBodies = {
  guild: z
    .object({
      newPlanId: TierId.optional(),
      newBitfield: bits.optional(),
      overrideBranding: z.boolean().optional(),
      ...AdditionalAddons.shape,
    })
    .meta({ id: 'ManageGuildBody' }),
  user: z.object({ newPlanId: TierId }).meta({ id: 'ManageUserBody' }),
} as const satisfies Record<Holder, z.ZodType>;

const managed = z.object({ type: Holder, id: DiscordId });

export const premium = {
  getManaged: endpoint({
    method: 'GET',
    path: '/premium/manage/{type}/{id}',
    summary: 'What a server or person holds, for staff.',
    access: staff,
    params: managed,
    reply: z.union([ManagedGuild, ManagedUser]),
  }),
  updateManaged: endpoint({
    method: 'PATCH',
    path: '/premium/manage/{type}/{id}',
    summary: 'Gives or takes a plan by hand.',
    access: staff,
    params: managed,
    body: z.union([manageBodies.user, manageBodies.guild]),
    bodyBy: { from: 'params', name: 'type', choices: manageBodies },
    reply: z.literal(true),
  }),
  listPlans: endpoint({
    method: 'GET',
    path: '/premium/plans',
    summary: 'Plans and add-ons. With `all`, hidden and disabled ones too (staff).',
    access: anyone,
    query: z.object({ all: queryFlag.optional() }),
    reply: z.object({ tiers: z.array(Plan), addons: z.array(PlanAddon) }),
  }),
  getPlan: endpoint({
    method: 'GET',
    path: '/premium/plans/{planId}',
    summary: 'One plan. With `ifcd`, also what is free.',
    access: anyone,
    params: z.object({ planId: TierId }),
    query: z.object({ ifcd: queryFlag.optional() }),
    reply: PlanInDetail,
  }),
  moveServerPremium: endpoint({
    method: 'PUT',
    path: '/premium/server',
    summary: 'Gives the one server premium of a personal plan to a server, or takes it back.',
    access: user,
    body: z.object({ guildId: ServerId.nullable() }),
    reply: sentence,
  }),
} as const satisfies Home;
