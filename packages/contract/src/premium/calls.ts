import { z } from 'zod';
import { anyone, dev, manager, staff, user } from '../wire/access.ts';
import { bits, isoDate, page, queryFlag, sentence } from '../wire/codecs.ts';
import { endpoint, type Home } from '../wire/endpoint.ts';
import { Holder, Sale, TierId } from '../wire/enums.ts';
import { count, int, line } from '../wire/fields.ts';
import { DiscordId, ServerId } from '../wire/ids.ts';
import { AdditionalAddons, Addon, FreeTierInfo, GuildPremium, Limits, UserPremium } from './limits.ts';
import { Plan, PlanAddon, PlanInDetail, planLimits } from './plans.ts';

/** The source of premium: staff, a payment, or a person's own plan. */
export const HeldSource = z.enum(['staff', 'stripe', 'user']);
export const Held = z
  .object({
    type: Holder,
    id: DiscordId,
    /** Null if the person is no longer known here. */
    name: z.string().nullable(),
    source: HeldSource,
    /** Null if the holder has only extras or flags. */
    tierId: z.string().nullable(),
    addons: z.array(z.object({ addonId: Addon, quantity: count })),
    /** Single features that staff granted on top of the plan. */
    bitfield: bits,
    since: isoDate,
  })
  .meta({ id: 'Held' });
export type Held = z.infer<typeof Held>;

/** The holder's name and all sources of their premium, for staff pages. */
const sources = { name: z.string().nullable(), held: z.array(Held) };

export const ManagedGuild = z
  .object({
    bitfield: bits.nullable(),
    overrideBranding: z.boolean().nullable(),
    premium: GuildPremium.nullable(),
    freeTierInfo: FreeTierInfo,
    ...sources,
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
    ...sources,
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

/** One item that exceeds the plan's limits. It is paused, not deleted. */
export const PlanExcess = z.object({ addonId: Addon, id: z.string(), name: z.string() }).meta({ id: 'PlanExcess' });
export type PlanExcess = z.infer<typeof PlanExcess>;

/** The effect that a plan would have on a server. */
export const PlanFit = z
  .object({
    tierId: z.string(),
    /** The premium features that the server would lose or gain. */
    lost: z.array(z.string()),
    gained: z.array(z.string()),
    /** The lost features that are in use in the server. */
    inUse: z.array(z.string()),
    /** The parts that would be paused, newest first. For the current plan, the parts that are paused now. */
    paused: z.array(PlanExcess),
    limits: Limits,
  })
  .meta({ id: 'PlanFit' });
export type PlanFit = z.infer<typeof PlanFit>;

/** The fields of a plan that staff may change. Limits have the same names as in the plan. */
export const PlanPatch = z
  .object({
    name: line(64).optional(),
    description: line(400).optional(),
    cents: int(0, 1_000_000).optional(),
    bitfield: bits.optional(),
    enabled: z.boolean().optional(),
    isShown: z.boolean().optional(),
    highlighted: z.boolean().optional(),
    onSaleTag: z.boolean().optional(),
    trialDays: int(0, 730).optional(),
    limits: z.object(planLimits(int(0, 100_000).optional())).optional(),
  })
  .meta({ id: 'PlanPatch' });
export type PlanPatch = z.infer<typeof PlanPatch>;

export const premium = {
  listHeld: endpoint({
    method: 'GET',
    path: '/premium/manage',
    summary: 'Holders of plans, newest first. `search` is an ID or part of a name.',
    access: dev,
    isPersonal: true,
    query: z.object({ search: line(100).optional(), type: Holder.optional(), ...page }),
    reply: z.object({ list: z.array(Held), nextCursor: z.string().nullable() }),
  }),
  getManaged: endpoint({
    method: 'GET',
    path: '/premium/manage/{type}/{id}',
    summary: 'The plans of a server or person, for staff.',
    access: staff,
    isPersonal: true,
    params: managed,
    reply: z.union([ManagedGuild, ManagedUser]),
  }),
  updateManaged: endpoint({
    method: 'PATCH',
    path: '/premium/manage/{type}/{id}',
    summary: 'Assigns or removes a plan by hand.',
    access: staff,
    params: managed,
    body: z.union([manageBodies.user, manageBodies.guild]),
    bodyBy: { from: 'params', name: 'type', choices: manageBodies },
    reply: z.literal(true),
  }),
  listPlans: endpoint({
    method: 'GET',
    path: '/premium/plans',
    summary: 'Plans and add-ons. With `all`, also hidden and disabled ones (staff).',
    access: anyone,
    query: z.object({ all: queryFlag.optional() }),
    reply: z.object({ tiers: z.array(Plan), addons: z.array(PlanAddon), sale: Sale }),
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
    summary: 'Moves the Server Premium of a personal plan to a server, or removes it.',
    access: user,
    body: z.object({ guildId: ServerId.nullable() }),
    reply: sentence,
  }),
  getFit: endpoint({
    method: 'GET',
    path: '/premium/fit/{guildId}',
    summary:
      'Items of a server that are paused, or would be with another plan, and the features that plan adds and removes.',
    access: manager('guildId'),
    params: z.object({ guildId: ServerId }),
    query: z.object({
      tierId: TierId.optional(),
      /** The plan that changes: the server's own, or the personal one that includes it. */
      of: Holder.optional(),
    }),
    reply: PlanFit,
  }),
  updatePlan: endpoint({
    method: 'PATCH',
    path: '/premium/plans/{planId}',
    summary: 'Changes a plan. Existing subscribers keep their price.',
    access: dev,
    params: z.object({ planId: TierId }),
    body: PlanPatch,
    reply: sentence,
  }),
} as const satisfies Home;
