import type { Addon, Holder, ServerId } from '@tally/contract';
import { bigint, boolean, integer, jsonb, moment, pgTable, primaryKey, text } from '@tally/infra/sql';

export const plans = pgTable('plans', {
  tierId: text('tier_id').primaryKey(),
  holder: text('holder').$type<Holder>().notNull(),
  /** If a server has two plans, the one with the higher rank counts. 0 is free. */
  rank: integer('rank').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  bitfield: bigint('bitfield', { mode: 'bigint' }).notNull(),
  cents: integer('cents').notNull(),
  trialDays: integer('trial_days').notNull(),
  isEnabled: boolean('is_enabled').notNull(),
  isShown: boolean('is_shown').notNull(),
  isHighlighted: boolean('is_highlighted').notNull(),
  colorScheme: text('color_scheme'),
  onSaleTag: text('on_sale_tag'),
  roleInSupportServer: text('role_in_support_server'),
  showDecreasedPrice: text('show_decreased_price'),
  /** The tier that a personal plan gives one server. */
  serverTierId: text('server_tier_id'),
});

export const planLimits = pgTable(
  'plan_limits',
  {
    tierId: text('tier_id').notNull(),
    name: text('name').notNull(),
    value: integer('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tierId, table.name] })],
);

export const planAddons = pgTable('plan_addons', {
  addonId: text('addon_id').$type<Addon>().primaryKey(),
  position: integer('position').notNull(),
  name: text('name').notNull(),
  /** The price per month for one step of the add-on. */
  cents: integer('cents').notNull(),
  step: integer('step').notNull(),
  most: integer('most').notNull(),
  isActive: boolean('is_active').notNull(),
});

/** `user` is the one server premium of a personal plan; its id is the person's. */
export type Source = 'staff' | 'stripe' | 'user';
export type Extras = Partial<Record<Addon, number>>;

export const entitlements = pgTable(
  'entitlements',
  {
    holder: text('holder').$type<Holder>().notNull(),
    holderId: text('holder_id').notNull(),
    source: text('source').$type<Source>().notNull(),
    sourceId: text('source_id').notNull(),
    /** Null if the holder has only extras and flags. */
    tierId: text('tier_id'),
    extras: jsonb('extras').$type<Extras>().notNull(),
    /** Flags that staff granted in addition to the tier's flags. */
    bitfield: bigint('bitfield', { mode: 'bigint' }).notNull(),
    since: moment('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.holder, table.holderId, table.source, table.sourceId] })],
);

export const serverPremiums = pgTable('server_premiums', {
  userId: text('user_id').primaryKey(),
  /** Null while the server premium is not assigned. */
  serverId: text('server_id').$type<ServerId>(),
  movedAt: moment('moved_at').notNull(),
});

export type PlanRow = typeof plans.$inferSelect;
export type AddonRow = typeof planAddons.$inferSelect;
export type EntitlementRow = typeof entitlements.$inferSelect;
