-- What is sold, and what it holds. Staff edit these rows; the code knows no number.
create table plans (
  tier_id text primary key,
  holder text not null check (holder in ('guild', 'user')),
  rank integer not null,
  name text not null,
  description text not null,
  bitfield bigint not null,
  -- Cents a month.
  cents integer not null check (cents >= 0),
  trial_days integer not null default 0 check (trial_days between 0 and 730),
  is_enabled boolean not null,
  is_shown boolean not null,
  is_highlighted boolean not null,
  color_scheme text,
  on_sale_tag text,
  role_in_support_server text,
  show_decreased_price text,
  server_tier_id text
);

create table plan_limits (
  tier_id text not null references plans on delete cascade,
  name text not null,
  value integer not null check (value >= 0),
  primary key (tier_id, name)
);

create table plan_addons (
  addon_id text primary key,
  position integer not null,
  name text not null,
  -- Cents a month for one step.
  cents integer not null check (cents >= 0),
  step integer not null check (step > 0),
  most integer not null check (most > 0),
  is_active boolean not null
);

insert into plans (tier_id, holder, rank, name, description, bitfield, cents, is_enabled, is_shown, is_highlighted, server_tier_id) values
  ('0cb610ea', 'guild', 0, 'Server Free', 'Notifications, roles and giveaways for a small community.', 1209696204650573, 0, true, true, false, null),
  ('044e5c41', 'guild', 1, 'Server Premium', 'More of everything, your own words in every message, recordings for three days.', 2251215695969775, 500, true, true, true, null),
  ('d63cdc01', 'guild', 2, 'Server Premium Plus', 'Your own branding, first in the queue, recordings for two weeks.', 2251250057871359, 1000, true, true, false, null),
  ('95758a9c', 'user', 0, 'User Free', 'Link your accounts and sync your roles.', 0, 0, true, true, false, null),
  ('07553844', 'user', 1, 'User Premium', 'One Server Premium to carry along, no votes needed, media share and linked roles.', 15, 800, true, true, false, '044e5c41');

insert into plan_limits (tier_id, name, value) values
  ('0cb610ea', 'KickConnections', 30),
  ('0cb610ea', 'TwitchConnections', 30),
  ('0cb610ea', 'YoutubeConnections', 10),
  ('0cb610ea', 'TiktokConnections', 5),
  ('0cb610ea', 'RumbleConnections', 10),
  ('0cb610ea', 'AutoLiveRoles', 1),
  ('0cb610ea', 'StatusRoles', 1),
  ('0cb610ea', 'LinkedRoles', 1),
  ('0cb610ea', 'Overrides', 1),
  ('0cb610ea', 'Starboards', 1),
  ('0cb610ea', 'StickyMessages', 3),
  ('0cb610ea', 'OfflineGraceMinutes', 5),
  ('0cb610ea', 'AllowedVodDurationToSave', 0),
  ('0cb610ea', 'AmountOfStreamersSavingVods', 0),
  ('0cb610ea', 'GiveawayDurationHours', 336),
  ('0cb610ea', 'GiveawayRequirements', 1),
  ('0cb610ea', 'GiveawayScheduleInFutureHours', 0),
  ('0cb610ea', 'GiveawaysAtOnce', 5),
  ('0cb610ea', 'GiveawayWinners', 20),
  ('044e5c41', 'KickConnections', 60),
  ('044e5c41', 'TwitchConnections', 60),
  ('044e5c41', 'YoutubeConnections', 30),
  ('044e5c41', 'TiktokConnections', 15),
  ('044e5c41', 'RumbleConnections', 30),
  ('044e5c41', 'AutoLiveRoles', 3),
  ('044e5c41', 'StatusRoles', 3),
  ('044e5c41', 'LinkedRoles', 5),
  ('044e5c41', 'Overrides', 10),
  ('044e5c41', 'Starboards', 3),
  ('044e5c41', 'StickyMessages', 10),
  ('044e5c41', 'OfflineGraceMinutes', 10),
  ('044e5c41', 'AllowedVodDurationToSave', 72),
  ('044e5c41', 'AmountOfStreamersSavingVods', 2),
  ('044e5c41', 'GiveawayDurationHours', 720),
  ('044e5c41', 'GiveawayRequirements', 3),
  ('044e5c41', 'GiveawayScheduleInFutureHours', 168),
  ('044e5c41', 'GiveawaysAtOnce', 20),
  ('044e5c41', 'GiveawayWinners', 50),
  ('d63cdc01', 'KickConnections', 90),
  ('d63cdc01', 'TwitchConnections', 90),
  ('d63cdc01', 'YoutubeConnections', 60),
  ('d63cdc01', 'TiktokConnections', 30),
  ('d63cdc01', 'RumbleConnections', 60),
  ('d63cdc01', 'AutoLiveRoles', 10),
  ('d63cdc01', 'StatusRoles', 10),
  ('d63cdc01', 'LinkedRoles', 20),
  ('d63cdc01', 'Overrides', 25),
  ('d63cdc01', 'Starboards', 10),
  ('d63cdc01', 'StickyMessages', 25),
  ('d63cdc01', 'OfflineGraceMinutes', 15),
  ('d63cdc01', 'AllowedVodDurationToSave', 336),
  ('d63cdc01', 'AmountOfStreamersSavingVods', 10),
  ('d63cdc01', 'GiveawayDurationHours', 1440),
  ('d63cdc01', 'GiveawayRequirements', 10),
  ('d63cdc01', 'GiveawayScheduleInFutureHours', 720),
  ('d63cdc01', 'GiveawaysAtOnce', 50),
  ('d63cdc01', 'GiveawayWinners', 100);

insert into plan_addons (addon_id, position, name, cents, step, most, is_active) values
  ('KickConnections', 1, '10 more Kick connections', 100, 10, 500, true),
  ('TwitchConnections', 2, '10 more Twitch connections', 100, 10, 500, true),
  ('YoutubeConnections', 3, '10 more YouTube connections', 100, 10, 500, true),
  ('TiktokConnections', 4, '10 more TikTok connections', 100, 10, 500, true),
  ('RumbleConnections', 5, '10 more Rumble connections', 100, 10, 500, true),
  ('AutoLiveRoles', 6, '1 more auto-live role', 50, 1, 100, true),
  ('StatusRoles', 7, '1 more status role', 50, 1, 100, true),
  ('LinkedRoles', 8, '1 more linked-role rule', 50, 1, 100, true),
  ('Overrides', 9, '1 more override', 50, 1, 100, true),
  ('Starboards', 10, '1 more starboard', 50, 1, 100, true),
  ('StickyMessages', 11, '1 more sticky message', 50, 1, 100, true);

-- Who holds what, and where it comes from. Several may hold at once; the highest tier counts, extras add up.
create table entitlements (
  holder text not null check (holder in ('guild', 'user')),
  holder_id text not null,
  source text not null check (source in ('staff', 'stripe', 'user')),
  source_id text not null,
  tier_id text,
  extras jsonb not null,
  bitfield bigint not null,
  since timestamptz not null,
  primary key (holder, holder_id, source, source_id)
);
create index entitlements_by_source on entitlements (source, source_id);

-- The server to which a person has given the server premium of their own plan.
create table server_premiums (
  user_id text primary key,
  server_id text,
  moved_at timestamptz not null
);
create index server_premiums_by_server on server_premiums (server_id);
