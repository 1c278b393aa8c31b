-- Written by `npm run schema:dump` from the migrations. Do not edit.

create table arrivals (
  server_id text not null,
  user_id text not null,
  joined_at timestamp with time zone,
  state text not null,
  changed_at timestamp with time zone not null,
  constraint arrivals_pkey PRIMARY KEY (server_id, user_id)
);
CREATE INDEX arrivals_left ON public.arrivals USING btree (changed_at) WHERE (state = 'left'::text);
CREATE INDEX arrivals_of_user ON public.arrivals USING btree (user_id);
CREATE INDEX arrivals_recent ON public.arrivals USING btree (server_id, changed_at);

create table audit_log_entries (
  id bigint generated always as identity not null,
  streamer_id uuid not null,
  post_channel_id text not null,
  event jsonb not null,
  heard_at timestamp with time zone not null,
  constraint audit_log_entries_pkey PRIMARY KEY (id),
  constraint audit_log_entries_streamer_id_fkey FOREIGN KEY (streamer_id) REFERENCES audit_log_places(streamer_id) ON DELETE CASCADE
);
CREATE INDEX audit_log_entries_by_streamer ON public.audit_log_entries USING btree (streamer_id);
CREATE INDEX audit_log_entries_in_order ON public.audit_log_entries USING btree (post_channel_id, id);

create table audit_log_places (
  streamer_id uuid not null,
  server_id text not null,
  kick_channel_id text not null,
  post_channel_id text not null,
  kinds text[] not null,
  paused_by text,
  constraint audit_log_places_pkey PRIMARY KEY (streamer_id),
  constraint audit_log_places_paused_by_check CHECK ((paused_by = ANY (ARRAY['permissions'::text, 'channelGone'::text, 'refused'::text, 'planLimit'::text])))
);
CREATE INDEX audit_log_places_by_kick_channel ON public.audit_log_places USING btree (kick_channel_id);
CREATE INDEX audit_log_places_by_post_channel ON public.audit_log_places USING btree (post_channel_id);
CREATE INDEX audit_log_places_by_server ON public.audit_log_places USING btree (server_id);
CREATE INDEX audit_log_places_paused ON public.audit_log_places USING btree (paused_by) WHERE (paused_by IS NOT NULL);

create table audit_log_turns (
  post_channel_id text not null,
  server_id text not null,
  posted_at timestamp with time zone,
  left_out integer default 0 not null,
  writing text,
  writing_since timestamp with time zone,
  constraint audit_log_turns_pkey PRIMARY KEY (post_channel_id)
);
CREATE INDEX audit_log_turns_by_server ON public.audit_log_turns USING btree (server_id);

create table auto_live_roles (
  server_id text not null,
  role_id text not null,
  filter jsonb,
  added_at timestamp with time zone not null,
  constraint auto_live_roles_pkey PRIMARY KEY (server_id, role_id)
);

create table backups (
  id integer default 1 not null,
  made_at timestamp with time zone not null,
  file text not null,
  bytes bigint not null,
  constraint backups_pkey PRIMARY KEY (id),
  constraint backups_id_check CHECK ((id = 1))
);

create table bans (
  kind text not null,
  subject text not null,
  reason text not null,
  since timestamp with time zone not null,
  until timestamp with time zone,
  by_user text,
  constraint bans_pkey PRIMARY KEY (kind, subject),
  constraint bans_kind_check CHECK ((kind = ANY (ARRAY['person'::text, 'server'::text])))
);
CREATE INDEX bans_since ON public.bans USING btree (since DESC, subject);
CREATE INDEX bans_until ON public.bans USING btree (until) WHERE (until IS NOT NULL);

create table bell_items (
  id bigint generated always as identity not null,
  user_id text not null,
  severity text not null,
  title text not null,
  message text not null,
  action_url text,
  is_read boolean default false not null,
  created_at timestamp with time zone not null,
  key text,
  constraint bell_items_pkey PRIMARY KEY (id),
  constraint bell_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX bell_items_once ON public.bell_items USING btree (user_id, key) WHERE (key IS NOT NULL);
CREATE INDEX bell_items_user ON public.bell_items USING btree (user_id, id DESC);

create table birthday_greetings (
  user_id text not null,
  server_id text not null,
  year integer not null,
  happened_at timestamp with time zone not null,
  skipped text,
  constraint birthday_greetings_pkey PRIMARY KEY (user_id, server_id, year)
);
CREATE INDEX birthday_greetings_of_server ON public.birthday_greetings USING btree (server_id);
CREATE INDEX birthday_greetings_old ON public.birthday_greetings USING btree (happened_at);

create table birthday_places (
  user_id text not null,
  server_id text not null,
  constraint birthday_places_pkey PRIMARY KEY (user_id, server_id)
);
CREATE INDEX birthday_places_of_server ON public.birthday_places USING btree (server_id);

create table birthday_settings (
  server_id text not null,
  enabled boolean,
  channel_id text,
  role_id text,
  ping boolean,
  constraint birthday_settings_pkey PRIMARY KEY (server_id)
);

create table birthdays (
  user_id text not null,
  month integer,
  day integer,
  year integer,
  time_zone text not null,
  leap_day text not null,
  shows_age boolean default false not null,
  last_changed timestamp with time zone not null,
  last_year_congratulated integer,
  next_on date,
  next_at timestamp with time zone,
  constraint birthdays_pkey PRIMARY KEY (user_id)
);
CREATE INDEX birthdays_due ON public.birthdays USING btree (next_at) WHERE (next_at IS NOT NULL);

create table blog_old_names (
  identifier text not null,
  post_id bigint not null,
  constraint blog_old_names_pkey PRIMARY KEY (identifier),
  constraint blog_old_names_post_id_fkey FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON DELETE CASCADE
);
CREATE INDEX blog_old_names_of_post ON public.blog_old_names USING btree (post_id);

create table blog_posts (
  id bigint generated always as identity not null,
  identifier text not null,
  feed_id uuid not null,
  title text not null,
  content text not null,
  author_name text not null,
  author_icon text not null,
  thumbnail text,
  tags jsonb not null,
  is_pinned boolean not null,
  is_public boolean not null,
  publish_at timestamp with time zone,
  revision integer not null,
  views integer default 0 not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone not null,
  constraint blog_posts_pkey PRIMARY KEY (id),
  constraint blog_posts_feed_id_key UNIQUE (feed_id),
  constraint blog_posts_identifier_key UNIQUE (identifier)
);
CREATE INDEX blog_posts_read ON public.blog_posts USING btree (is_pinned DESC, publish_at DESC, id DESC) WHERE is_public;

create table blog_reactions (
  post_id bigint not null,
  user_id text not null,
  reaction text not null,
  reacted_at timestamp with time zone not null,
  constraint blog_reactions_pkey PRIMARY KEY (post_id, user_id),
  constraint blog_reactions_post_id_fkey FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON DELETE CASCADE
);
CREATE INDEX blog_reactions_of_user ON public.blog_reactions USING btree (user_id);

create table blog_revisions (
  post_id bigint not null,
  revision integer not null,
  text jsonb not null,
  saved_at timestamp with time zone not null,
  saved_by text,
  constraint blog_revisions_pkey PRIMARY KEY (post_id, revision),
  constraint blog_revisions_post_id_fkey FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON DELETE CASCADE
);
CREATE INDEX blog_revisions_of_user ON public.blog_revisions USING btree (saved_by) WHERE (saved_by IS NOT NULL);

create table blog_salts (
  day date not null,
  salt text not null,
  constraint blog_salts_pkey PRIMARY KEY (day)
);

create table blog_viewers (
  day date not null,
  post_id bigint not null,
  viewer text not null,
  constraint blog_viewers_pkey PRIMARY KEY (day, post_id, viewer),
  constraint blog_viewers_post_id_fkey FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON DELETE CASCADE
);
CREATE INDEX blog_viewers_of_post ON public.blog_viewers USING btree (post_id);

create table call_budgets (
  name text not null,
  at timestamp with time zone not null,
  used integer not null,
  constraint call_budgets_pkey PRIMARY KEY (name, at)
);

create table call_shares (
  name text not null,
  version integer not null,
  division jsonb not null,
  constraint call_shares_pkey PRIMARY KEY (name)
);

create table changelog_imports (
  identifier text not null,
  constraint changelog_imports_pkey PRIMARY KEY (identifier)
);

create table changelogs (
  identifier text not null,
  feed_id uuid not null,
  title text not null,
  date timestamp with time zone not null,
  changes jsonb not null,
  is_public boolean not null,
  thumbnail text,
  is_imported boolean default false not null,
  edited_at timestamp with time zone not null,
  constraint changelogs_pkey PRIMARY KEY (identifier),
  constraint changelogs_feed_id_key UNIQUE (feed_id)
);
CREATE INDEX changelogs_by_date ON public.changelogs USING btree (date DESC, identifier);

create table channel_webhooks (
  channel_id text not null,
  server_id text not null,
  webhook_id text not null,
  token text not null,
  created_at timestamp with time zone not null,
  constraint channel_webhooks_pkey PRIMARY KEY (channel_id)
);
CREATE INDEX channel_webhooks_by_server ON public.channel_webhooks USING btree (server_id);

create table channels (
  platform text not null,
  channel_id text not null,
  name text not null,
  display_name text not null,
  avatar_url text,
  followers integer,
  url text not null,
  refreshed_at timestamp with time zone not null,
  memory jsonb,
  secret text,
  next_ask_at timestamp with time zone,
  asked_at timestamp with time zone,
  last_live_at timestamp with time zone,
  trouble_since timestamp with time zone,
  trouble_reason text,
  followed_at timestamp with time zone,
  priority integer default 0 not null,
  videos_known_at timestamp with time zone,
  next_clips_at timestamp with time zone,
  clips_asked_at timestamp with time zone,
  clips_since timestamp with time zone,
  clips_combed_at timestamp with time zone,
  usual_wait_ms integer,
  constraint channels_pkey PRIMARY KEY (platform, channel_id)
);
CREATE INDEX channels_by_beginning ON public.channels USING btree (platform, lower(name) text_pattern_ops);
CREATE INDEX channels_by_shown_beginning ON public.channels USING btree (platform, lower(display_name) text_pattern_ops);
CREATE INDEX channels_clips_due ON public.channels USING btree (platform, next_clips_at) WHERE (next_clips_at IS NOT NULL);
CREATE INDEX channels_due ON public.channels USING btree (platform, next_ask_at) WHERE (next_ask_at IS NOT NULL);

create table checkouts (
  holder text not null,
  holder_id text not null,
  generation integer not null,
  user_id text not null,
  wish text not null,
  session_id text,
  url text,
  expires_at timestamp with time zone not null,
  constraint checkouts_pkey PRIMARY KEY (holder, holder_id)
);

create table clusters (
  cluster_id integer not null,
  started_at timestamp with time zone not null,
  reported_at timestamp with time zone not null,
  core_percent real not null,
  machine_percent real not null,
  memory_bytes bigint not null,
  shards jsonb not null,
  constraint clusters_pkey PRIMARY KEY (cluster_id)
);

create table creator_broadcasts (
  id uuid not null,
  creator_id uuid not null,
  server_id text not null,
  opened_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint creator_broadcasts_pkey PRIMARY KEY (id)
);
CREATE INDEX creator_broadcasts_by_creator ON public.creator_broadcasts USING btree (creator_id, opened_at DESC);
CREATE INDEX creator_broadcasts_by_server ON public.creator_broadcasts USING btree (server_id);
CREATE INDEX creator_broadcasts_closed ON public.creator_broadcasts USING btree (closed_at) WHERE (closed_at IS NOT NULL);
CREATE UNIQUE INDEX creator_broadcasts_open ON public.creator_broadcasts USING btree (creator_id) WHERE (closed_at IS NULL);

create table creator_streams (
  streamer_id uuid not null,
  session_id uuid not null,
  broadcast_id uuid not null,
  joined_at timestamp with time zone not null,
  over_at timestamp with time zone,
  constraint creator_streams_pkey PRIMARY KEY (streamer_id, session_id),
  constraint creator_streams_broadcast_id_fkey FOREIGN KEY (broadcast_id) REFERENCES creator_broadcasts(id) ON DELETE CASCADE,
  constraint creator_streams_streamer_id_fkey FOREIGN KEY (streamer_id) REFERENCES streamers(id) ON DELETE CASCADE
);
CREATE INDEX creator_streams_by_broadcast ON public.creator_streams USING btree (broadcast_id);
CREATE INDEX creator_streams_by_session ON public.creator_streams USING btree (session_id);

create table creators (
  id uuid not null,
  server_id text not null,
  name text not null,
  platform_order text[] default '{}'::text[] not null,
  notification_channel_id text,
  ping_role_id text,
  created_at timestamp with time zone not null,
  is_room_closed boolean default false not null,
  constraint creators_pkey PRIMARY KEY (id)
);
CREATE INDEX creators_by_server ON public.creators USING btree (server_id, created_at, id);
CREATE INDEX creators_closed ON public.creators USING btree (server_id) WHERE is_room_closed;

create table deliveries (
  id uuid not null,
  dedupe_key text not null,
  owner text not null,
  server_id text not null,
  subject text not null,
  session_id uuid,
  kind text not null,
  channel_id text not null,
  state text not null,
  reason text,
  reason_values jsonb default '{}'::jsonb not null,
  wanted text default 'present'::text not null,
  payload jsonb,
  version integer default 1 not null,
  sent_version integer default 0 not null,
  message_id text,
  priority integer default 0 not null,
  attempts integer default 0 not null,
  next_attempt_at timestamp with time zone,
  give_up_at timestamp with time zone not null,
  lease_until timestamp with time zone,
  fence bigint default 0 not null,
  detected_at timestamp with time zone not null,
  matched_at timestamp with time zone not null,
  queued_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  sent_at timestamp with time zone,
  edited_at timestamp with time zone,
  seen_at timestamp with time zone,
  about jsonb default '{}'::jsonb not null,
  sent jsonb,
  identity jsonb,
  publish boolean default false not null,
  thread text,
  attempt_version integer default 0 not null,
  in_doubt_since timestamp with time zone,
  webhook_id text,
  lane text default 'bot'::text not null,
  turn bigint default 0 not null,
  in_line boolean default false not null,
  publish_state text,
  published_at timestamp with time zone,
  thread_state text,
  thread_id text,
  after_attempts integer default 0 not null,
  after_at timestamp with time zone,
  nonce text,
  sighted_id text,
  sighted_gone boolean default false not null,
  lost integer default 0 not null,
  recent_edits jsonb default '[]'::jsonb not null,
  platform text,
  told_at timestamp with time zone,
  arrived_at timestamp with time zone,
  is_held boolean default false not null,
  constraint deliveries_pkey PRIMARY KEY (id),
  constraint deliveries_dedupe_key_key UNIQUE (dedupe_key),
  constraint deliveries_session_id_fkey FOREIGN KEY (session_id) REFERENCES stream_sessions(id)
);
CREATE INDEX deliveries_by_message ON public.deliveries USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX deliveries_by_sent ON public.deliveries USING btree (sent_at DESC) WHERE (sent_at IS NOT NULL);
CREATE INDEX deliveries_by_server ON public.deliveries USING btree (server_id, queued_at DESC, id);
CREATE INDEX deliveries_by_session ON public.deliveries USING btree (session_id);
CREATE INDEX deliveries_by_subject ON public.deliveries USING btree (owner, subject, queued_at DESC);
CREATE INDEX deliveries_failed ON public.deliveries USING btree (settled_at) WHERE (state = ANY (ARRAY['failed'::text, 'unconfirmed'::text]));
CREATE INDEX deliveries_left_out ON public.deliveries USING btree (matched_at) WHERE ((state = 'skipped'::text) AND (told_at IS NOT NULL));
CREATE INDEX deliveries_line ON public.deliveries USING btree (priority DESC, turn, queued_at, id, lane) WHERE in_line;
CREATE INDEX deliveries_of_channel_under_way ON public.deliveries USING btree (channel_id) WHERE (next_attempt_at IS NOT NULL);
CREATE INDEX deliveries_published ON public.deliveries USING btree (channel_id, published_at) WHERE (published_at IS NOT NULL);
CREATE INDEX deliveries_to_follow ON public.deliveries USING btree (after_at) WHERE (after_at IS NOT NULL);
CREATE INDEX deliveries_waiting ON public.deliveries USING btree (next_attempt_at) WHERE ((next_attempt_at IS NOT NULL) AND (NOT in_line));

create table discord_grants (
  user_id text not null,
  access_token text not null,
  refresh_token text not null,
  scope text not null,
  expires_at timestamp with time zone not null,
  servers_read_at timestamp with time zone,
  constraint discord_grants_pkey PRIMARY KEY (user_id),
  constraint discord_grants_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table docs_ratings (
  id bigint generated always as identity not null,
  section text not null,
  page text not null,
  locale text not null,
  day date not null,
  is_helpful boolean not null,
  sentence text,
  constraint docs_ratings_pkey PRIMARY KEY (id)
);

create table emote_import_items (
  import_id text not null,
  "position" integer not null,
  name text not null,
  emote_name text not null,
  url text not null,
  animated boolean not null,
  state text default 'waiting'::text not null,
  reason text,
  emoji_id text,
  asked_at timestamp with time zone,
  constraint emote_import_items_pkey PRIMARY KEY (import_id, "position"),
  constraint emote_import_items_import_id_fkey FOREIGN KEY (import_id) REFERENCES emote_imports(id) ON DELETE CASCADE
);

create table emote_imports (
  id text not null,
  server_id text not null,
  platform text not null,
  streamer text not null,
  requested_by text,
  role_id text,
  state text not null,
  created_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  resumes_at timestamp with time zone,
  busy_until timestamp with time zone,
  constraint emote_imports_pkey PRIMARY KEY (id)
);
CREATE INDEX emote_imports_at_work ON public.emote_imports USING btree (created_at) WHERE (state = ANY (ARRAY['running'::text, 'waiting'::text, 'undoing'::text]));
CREATE INDEX emote_imports_by_person ON public.emote_imports USING btree (requested_by) WHERE (requested_by IS NOT NULL);
CREATE INDEX emote_imports_by_server ON public.emote_imports USING btree (server_id, created_at DESC);
CREATE UNIQUE INDEX emote_imports_one_open ON public.emote_imports USING btree (server_id) WHERE (state = ANY (ARRAY['running'::text, 'waiting'::text, 'stopped'::text]));

create table encryption_keys (
  id text not null,
  fingerprint text not null,
  seen_at timestamp with time zone not null,
  constraint encryption_keys_pkey PRIMARY KEY (id)
);

create table entitlements (
  holder text not null,
  holder_id text not null,
  source text not null,
  source_id text not null,
  tier_id text,
  extras jsonb not null,
  bitfield bigint not null,
  since timestamp with time zone not null,
  constraint entitlements_pkey PRIMARY KEY (holder, holder_id, source, source_id),
  constraint entitlements_holder_check CHECK ((holder = ANY (ARRAY['guild'::text, 'user'::text]))),
  constraint entitlements_source_check CHECK ((source = ANY (ARRAY['staff'::text, 'stripe'::text, 'user'::text])))
);
CREATE INDEX entitlements_by_source ON public.entitlements USING btree (source, source_id);

create table error_logs (
  id bigint generated always as identity not null,
  server_id text not null,
  reason text not null,
  fingerprint text not null,
  details jsonb not null,
  missing_permissions jsonb not null,
  action jsonb,
  count integer not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  solved_at timestamp with time zone,
  constraint error_logs_pkey PRIMARY KEY (id),
  constraint error_logs_server_id_fingerprint_key UNIQUE (server_id, fingerprint)
);
CREATE INDEX error_logs_last ON public.error_logs USING btree (last_at);
CREATE INDEX error_logs_open ON public.error_logs USING btree (server_id) WHERE (solved_at IS NULL);
CREATE INDEX error_logs_server ON public.error_logs USING btree (server_id, last_at DESC);

create table faq_entries (
  identifier text not null,
  locale text not null,
  question text default ''::text not null,
  answer text default ''::text not null,
  created_at timestamp with time zone not null,
  edited_at timestamp with time zone not null,
  constraint faq_entries_pkey PRIMARY KEY (identifier, locale)
);

create table faq_missed (
  folded text not null,
  locale text not null,
  question text not null,
  times integer not null,
  last_at timestamp with time zone not null,
  constraint faq_missed_pkey PRIMARY KEY (folded, locale)
);

create table faq_questions (
  id bigint generated always as identity not null,
  user_id text not null,
  locale text not null,
  question text not null,
  asked_at timestamp with time zone not null,
  state text not null,
  answer text,
  answered_by text,
  answered_at timestamp with time zone,
  constraint faq_questions_pkey PRIMARY KEY (id),
  constraint faq_questions_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'ignored'::text])))
);
CREATE INDEX faq_questions_by_state ON public.faq_questions USING btree (state, id DESC);
CREATE INDEX faq_questions_of_user ON public.faq_questions USING btree (user_id, asked_at DESC);

create table faq_ratings (
  identifier text not null,
  user_id text not null,
  is_helpful boolean not null,
  constraint faq_ratings_pkey PRIMARY KEY (identifier, user_id)
);
CREATE INDEX faq_ratings_of_user ON public.faq_ratings USING btree (user_id);

create table figures (
  kind text not null,
  name text not null,
  hour timestamp with time zone not null,
  count bigint not null,
  constraint figures_pkey PRIMARY KEY (kind, hour, name)
);

create table forgotten_deliveries (
  owner text not null,
  posted bigint not null,
  constraint forgotten_deliveries_pkey PRIMARY KEY (owner)
);

create table gateway_bots (
  holder text not null,
  until timestamp with time zone not null,
  constraint gateway_bots_pkey PRIMARY KEY (holder)
);

create table gateway_clusters (
  generation integer not null,
  cluster_id integer not null,
  holder text,
  until timestamp with time zone,
  fence bigint default 0 not null,
  is_ready boolean default false not null,
  constraint gateway_clusters_pkey PRIMARY KEY (generation, cluster_id),
  constraint gateway_clusters_generation_fkey FOREIGN KEY (generation) REFERENCES gateway_generations(generation) ON DELETE CASCADE
);

create table gateway_generations (
  generation integer not null,
  shard_count integer not null,
  shards_per_cluster integer not null,
  phase text not null,
  phase_since timestamp with time zone default now() not null,
  constraint gateway_generations_pkey PRIMARY KEY (generation),
  constraint gateway_generations_phase_check CHECK ((phase = ANY (ARRAY['coming'::text, 'shared'::text, 'current'::text, 'going'::text]))),
  constraint gateway_generations_shard_count_check CHECK ((shard_count > 0)),
  constraint gateway_generations_shards_per_cluster_check CHECK ((shards_per_cluster > 0))
);

create table gateway_identifies (
  bucket integer not null,
  free_at timestamp with time zone not null,
  constraint gateway_identifies_pkey PRIMARY KEY (bucket)
);

create table gateway_refusals (
  intent text not null,
  refused_at timestamp with time zone default now() not null,
  constraint gateway_refusals_pkey PRIMARY KEY (intent)
);

create table gateway_servers (
  server_id text not null,
  shard_id integer not null,
  state bytea not null,
  generation integer not null,
  constraint gateway_servers_pkey PRIMARY KEY (server_id, generation),
  constraint gateway_servers_generation_shard_id_fkey FOREIGN KEY (generation, shard_id) REFERENCES gateway_shards(generation, shard_id) ON DELETE CASCADE
);
CREATE INDEX gateway_servers_by_shard ON public.gateway_servers USING btree (generation, shard_id);

create table gateway_shards (
  shard_id integer not null,
  session jsonb not null,
  bot_id text not null,
  generation integer not null,
  intents integer not null,
  servers_up_to integer,
  constraint gateway_shards_pkey PRIMARY KEY (generation, shard_id),
  constraint gateway_shards_generation_fkey FOREIGN KEY (generation) REFERENCES gateway_generations(generation) ON DELETE CASCADE
);

create table gateway_told (
  key text not null,
  told_at timestamp with time zone default now() not null,
  constraint gateway_told_pkey PRIMARY KEY (key)
);

create table gifted_subs (
  channel_id text not null,
  period text not null,
  starts_on date not null,
  gifter_id text not null,
  gifts integer not null,
  reached_at timestamp with time zone not null,
  constraint gifted_subs_pkey PRIMARY KEY (channel_id, period, starts_on, gifter_id),
  constraint gifted_subs_gifts_check CHECK ((gifts > 0)),
  constraint gifted_subs_period_check CHECK ((period = ANY (ARRAY['weekly'::text, 'monthly'::text, 'overall'::text])))
);
CREATE INDEX gifted_subs_by_age ON public.gifted_subs USING btree (period, starts_on);
CREATE INDEX gifted_subs_by_place ON public.gifted_subs USING btree (channel_id, period, starts_on, gifts DESC, reached_at, gifter_id);

create table gifters (
  gifter_id text not null,
  name text not null,
  display_name text not null,
  constraint gifters_pkey PRIMARY KEY (gifter_id)
);

create table giveaway_drawn (
  giveaway_id text not null,
  number integer not null,
  place integer not null,
  key text not null,
  user_id text,
  username text,
  salt text,
  outcome text not null,
  reason text,
  claimed_at timestamp with time zone,
  is_replaced boolean default false not null,
  constraint giveaway_drawn_pkey PRIMARY KEY (giveaway_id, number, place),
  constraint giveaway_drawn_giveaway_id_number_fkey FOREIGN KEY (giveaway_id, number) REFERENCES giveaway_draws(giveaway_id, number) ON DELETE CASCADE
);
CREATE INDEX giveaway_drawn_of_user ON public.giveaway_drawn USING btree (user_id) WHERE (user_id IS NOT NULL);

create table giveaway_draws (
  giveaway_id text not null,
  number integer not null,
  commitment text not null,
  seed text not null,
  winners integer,
  leaves_out_winners boolean default true not null,
  sheet text,
  sheet_hash text,
  people integer,
  tickets bigint,
  round bigint,
  signature text,
  abandoned jsonb default '[]'::jsonb not null,
  closed_at timestamp with time zone,
  published_at timestamp with time zone,
  drawn_at timestamp with time zone,
  post_id text,
  constraint giveaway_draws_pkey PRIMARY KEY (giveaway_id, number),
  constraint giveaway_draws_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaways(id) ON DELETE CASCADE
);

create table giveaway_entries (
  giveaway_id text not null,
  key text not null,
  user_id text,
  username text,
  salt text,
  tickets integer not null,
  entered_at timestamp with time zone not null,
  interaction_id text,
  constraint giveaway_entries_pkey PRIMARY KEY (giveaway_id, key),
  constraint giveaway_entries_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaways(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX giveaway_entries_by_user ON public.giveaway_entries USING btree (giveaway_id, user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX giveaway_entries_of_user ON public.giveaway_entries USING btree (user_id) WHERE (user_id IS NOT NULL);

create table giveaway_events (
  giveaway_id text not null,
  at timestamp with time zone not null,
  "position" bigint generated always as identity not null,
  event text not null,
  by_id text,
  details jsonb default '{}'::jsonb not null,
  constraint giveaway_events_pkey PRIMARY KEY (giveaway_id, "position"),
  constraint giveaway_events_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaways(id) ON DELETE CASCADE
);

create table giveaway_messages (
  server_id text not null,
  user_id text not null,
  messages integer not null,
  constraint giveaway_messages_pkey PRIMARY KEY (server_id, user_id)
);

create table giveaway_pictures (
  server_id text not null,
  name text not null,
  bytes integer not null,
  unused_since timestamp with time zone,
  constraint giveaway_pictures_pkey PRIMARY KEY (server_id, name)
);
CREATE INDEX giveaway_pictures_unused ON public.giveaway_pictures USING btree (unused_since) WHERE (unused_since IS NOT NULL);

create table giveaway_removals (
  giveaway_id text not null,
  key text not null,
  reason text not null,
  removed_at timestamp with time zone not null,
  constraint giveaway_removals_pkey PRIMARY KEY (giveaway_id, key),
  constraint giveaway_removals_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaways(id) ON DELETE CASCADE
);

create table giveaway_settings (
  server_id text not null,
  log_channel_id text,
  manager_roles jsonb default '[]'::jsonb not null,
  managers_may_enter boolean default false not null,
  constraint giveaway_settings_pkey PRIMARY KEY (server_id)
);

create table giveaway_templates (
  id text not null,
  server_id text not null,
  title text not null,
  settings jsonb not null,
  constraint giveaway_templates_pkey PRIMARY KEY (id),
  constraint giveaway_templates_server_id_title_key UNIQUE (server_id, title)
);

create table giveaway_tries (
  giveaway_id text not null,
  user_id text not null,
  wrong integer not null,
  last_at timestamp with time zone not null,
  constraint giveaway_tries_pkey PRIMARY KEY (giveaway_id, user_id),
  constraint giveaway_tries_giveaway_id_fkey FOREIGN KEY (giveaway_id) REFERENCES giveaways(id) ON DELETE CASCADE
);

create table giveaways (
  id text not null,
  server_id text not null,
  channel_id text not null,
  host_id text,
  state text not null,
  settings jsonb not null,
  codeword text,
  created_at timestamp with time zone not null,
  starts_at timestamp with time zone,
  started_at timestamp with time zone,
  ends_at timestamp with time zone,
  paused_at timestamp with time zone,
  closed_at timestamp with time zone,
  ended_at timestamp with time zone,
  claim_until timestamp with time zone,
  draw integer default 1 not null,
  people integer default 0 not null,
  tickets bigint default 0 not null,
  has_entries boolean default false not null,
  shown_people integer default 0 not null,
  counted_at timestamp with time zone,
  message_round integer default 0 not null,
  message_key text,
  message_id text,
  is_message_lost boolean default false not null,
  frozen_at timestamp with time zone,
  invite_code text,
  constraint giveaways_pkey PRIMARY KEY (id)
);
CREATE INDEX giveaways_by_host ON public.giveaways USING btree (host_id, created_at DESC) WHERE (host_id IS NOT NULL);
CREATE INDEX giveaways_by_message ON public.giveaways USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX giveaways_by_server ON public.giveaways USING btree (server_id, created_at DESC, id);
CREATE INDEX giveaways_drawing ON public.giveaways USING btree (closed_at) WHERE ((state = 'drawing'::text) AND (frozen_at IS NULL));
CREATE INDEX giveaways_frozen ON public.giveaways USING btree (server_id) WHERE (frozen_at IS NOT NULL);
CREATE INDEX giveaways_to_claim ON public.giveaways USING btree (claim_until) WHERE ((claim_until IS NOT NULL) AND (frozen_at IS NULL));
CREATE INDEX giveaways_to_count ON public.giveaways USING btree (counted_at) WHERE ((state = 'running'::text) AND (people <> shown_people));
CREATE INDEX giveaways_to_end ON public.giveaways USING btree (ends_at) WHERE ((state = 'running'::text) AND (frozen_at IS NULL));
CREATE INDEX giveaways_to_start ON public.giveaways USING btree (starts_at) WHERE ((state = 'scheduled'::text) AND (frozen_at IS NULL));

create table health (
  component text not null,
  state text not null,
  streak integer not null,
  sampled_at timestamp with time zone not null,
  sampled_ms bigint not null,
  constraint health_pkey PRIMARY KEY (component)
);

create table health_days (
  component text not null,
  day date not null,
  good integer not null,
  bad integer not null,
  constraint health_days_pkey PRIMARY KEY (component, day)
);

create table heard_chats (
  platform text not null,
  channel_id text not null,
  until timestamp with time zone not null,
  trouble text,
  heard_at timestamp with time zone,
  constraint heard_chats_pkey PRIMARY KEY (platform, channel_id),
  constraint heard_chats_trouble_check CHECK ((trouble = ANY (ARRAY['refused'::text, 'down'::text])))
);
CREATE INDEX heard_chats_until ON public.heard_chats USING btree (until);

create table held_notifications (
  server_id text not null,
  channel_id text not null,
  streamer_id text not null,
  platform text not null,
  creator_id text not null,
  session_id uuid,
  name text not null,
  title text,
  url text not null,
  happened_at timestamp with time zone not null,
  held_at timestamp with time zone not null,
  dedupe_key text not null,
  told_at timestamp with time zone,
  digest_key text,
  digest_at timestamp with time zone,
  cause text default 'quietHours'::text not null,
  constraint held_notifications_pkey PRIMARY KEY (dedupe_key)
);
CREATE INDEX held_notifications_told ON public.held_notifications USING btree (told_at) WHERE (told_at IS NOT NULL);
CREATE INDEX held_notifications_untold ON public.held_notifications USING btree (server_id, digest_key) WHERE (told_at IS NULL);

create table idempotency_keys (
  caller text not null,
  key text not null,
  request_hash text not null,
  status integer,
  body text,
  claimed_at timestamp with time zone not null,
  lease_until timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint idempotency_keys_pkey PRIMARY KEY (caller, key)
);
CREATE INDEX idempotency_keys_expires_at ON public.idempotency_keys USING btree (expires_at);

create table incident_updates (
  id bigint generated always as identity not null,
  incident_id bigint not null,
  state text not null,
  text text not null,
  told_at timestamp with time zone not null,
  constraint incident_updates_pkey PRIMARY KEY (id),
  constraint incident_updates_incident_id_fkey FOREIGN KEY (incident_id) REFERENCES incidents(id) ON DELETE CASCADE
);
CREATE INDEX incident_updates_of ON public.incident_updates USING btree (incident_id, id DESC);

create table incidents (
  id bigint generated always as identity not null,
  feed_id uuid not null,
  title text,
  cause text,
  is_maintenance boolean not null,
  components text[] not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone,
  post_mortem text default ''::text not null,
  impact text default 'degraded'::text not null,
  constraint incidents_pkey PRIMARY KEY (id),
  constraint incidents_feed_id_key UNIQUE (feed_id)
);
CREATE INDEX incidents_by_start ON public.incidents USING btree (starts_at DESC, id DESC);
CREATE INDEX incidents_open ON public.incidents USING btree (id) WHERE (ends_at IS NULL);

create table kick_bot_asks (
  kick_channel_id text not null,
  sender_id text not null,
  name text not null,
  display_name text not null,
  roles text[] not null,
  asked_at timestamp with time zone not null,
  constraint kick_bot_asks_pkey PRIMARY KEY (kick_channel_id, sender_id)
);
CREATE INDEX kick_bot_asks_by_age ON public.kick_bot_asks USING btree (asked_at);

create table kick_bot_places (
  streamer_id uuid not null,
  server_id text not null,
  kick_channel_id text not null,
  constraint kick_bot_places_pkey PRIMARY KEY (streamer_id)
);
CREATE INDEX kick_bot_places_by_kick_channel ON public.kick_bot_places USING btree (kick_channel_id);
CREATE INDEX kick_bot_places_by_server ON public.kick_bot_places USING btree (server_id);

create table latency_days (
  day date not null,
  platform text not null,
  way text not null,
  span text not null,
  count integer not null,
  p50 integer,
  p90 integer,
  p99 integer,
  max integer,
  over_30s integer not null,
  failed integer not null,
  unconfirmed integer not null,
  left_out integer not null,
  odd integer not null,
  constraint latency_days_pkey PRIMARY KEY (day, platform, way, span)
);

create table leaderboard_boards (
  streamer_id uuid not null,
  server_id text not null,
  kick_channel_id text not null,
  has_roles boolean not null,
  post_channel_id text,
  round integer default 0 not null,
  standing_key text,
  message_id text,
  shown text,
  shown_at timestamp with time zone,
  due_at timestamp with time zone,
  paused_by text,
  constraint leaderboard_boards_pkey PRIMARY KEY (streamer_id),
  constraint leaderboard_boards_paused_by_check CHECK ((paused_by = ANY (ARRAY['permissions'::text, 'channelGone'::text, 'refused'::text, 'planLimit'::text])))
);
CREATE INDEX leaderboard_boards_by_channel ON public.leaderboard_boards USING btree (kick_channel_id);
CREATE INDEX leaderboard_boards_by_server ON public.leaderboard_boards USING btree (server_id);
CREATE INDEX leaderboard_boards_due ON public.leaderboard_boards USING btree (due_at) WHERE (due_at IS NOT NULL);

create table leads (
  work text not null,
  holder text not null,
  until timestamp with time zone not null,
  borrowed integer default 0 not null,
  constraint leads_pkey PRIMARY KEY (work)
);

create table link_attempts (
  state_hash text not null,
  user_id text not null,
  session_id text not null,
  platform text not null,
  verifier text not null,
  expires_at timestamp with time zone not null,
  constraint link_attempts_pkey PRIMARY KEY (state_hash)
);
CREATE INDEX link_attempts_expires ON public.link_attempts USING btree (expires_at);

create table link_codes (
  user_id text not null,
  code_hash text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint link_codes_pkey PRIMARY KEY (user_id),
  constraint link_codes_code_hash_key UNIQUE (code_hash)
);
CREATE INDEX link_codes_expires ON public.link_codes USING btree (expires_at);

create table link_replies (
  server_id text not null,
  is_on boolean not null,
  constraint link_replies_pkey PRIMARY KEY (server_id)
);

create table linked_accounts (
  user_id text not null,
  platform text not null,
  account_id text not null,
  username text not null,
  display_name text not null,
  way text not null,
  access_token text,
  refresh_token text,
  scopes text[] default '{}'::text[] not null,
  expires_at timestamp with time zone,
  renewing_until timestamp with time zone,
  checked_at timestamp with time zone not null,
  gone_at timestamp with time zone,
  linked_at timestamp with time zone not null,
  validated_at timestamp with time zone,
  constraint linked_accounts_pkey PRIMARY KEY (user_id, platform),
  constraint linked_accounts_way_check CHECK ((way = ANY (ARRAY['login'::text, 'chat'::text, 'address'::text])))
);
CREATE UNIQUE INDEX linked_accounts_account ON public.linked_accounts USING btree (platform, account_id);
CREATE INDEX linked_accounts_checked ON public.linked_accounts USING btree (checked_at) WHERE (refresh_token IS NOT NULL);

create table linked_role_baselines (
  server_id text not null,
  role_id text not null,
  at timestamp with time zone not null,
  constraint linked_role_baselines_pkey PRIMARY KEY (server_id, role_id)
);

create table linked_role_logs (
  server_id text not null,
  channel_id text,
  constraint linked_role_logs_pkey PRIMARY KEY (server_id)
);

create table linked_role_rules (
  server_id text not null,
  role_id text not null,
  on_add_add text[] not null,
  on_add_remove text[] not null,
  on_remove_add text[] not null,
  on_remove_remove text[] not null,
  added_at timestamp with time zone not null,
  constraint linked_role_rules_pkey PRIMARY KEY (server_id, role_id)
);

create table linked_role_seen (
  server_id text not null,
  user_id text not null,
  role_ids text[] not null,
  constraint linked_role_seen_pkey PRIMARY KEY (server_id, user_id)
);
CREATE INDEX linked_role_seen_by_user ON public.linked_role_seen USING btree (user_id);

create table live_role_links (
  user_id text not null,
  channel_id text not null,
  name text not null,
  display_name text not null,
  is_watched boolean default false not null,
  constraint live_role_links_pkey PRIMARY KEY (user_id)
);

create table live_role_logs (
  server_id text not null,
  auto_live_channel_id text,
  status_channel_id text,
  constraint live_role_logs_pkey PRIMARY KEY (server_id)
);

create table media_bans (
  id text not null,
  owner_id text not null,
  kind text not null,
  place text not null,
  target_id text not null,
  name text,
  banned_at timestamp with time zone not null,
  banned_by text,
  constraint media_bans_pkey PRIMARY KEY (id),
  constraint media_bans_owner_id_kind_place_target_id_key UNIQUE (owner_id, kind, place, target_id),
  constraint media_bans_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES media_rooms(owner_id) ON DELETE CASCADE
);

create table media_changes (
  id bigint generated always as identity not null,
  owner_id text not null,
  user_id text,
  at timestamp with time zone not null,
  before jsonb not null,
  after jsonb not null,
  constraint media_changes_pkey PRIMARY KEY (id),
  constraint media_changes_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES media_rooms(owner_id) ON DELETE CASCADE
);
CREATE INDEX media_changes_by_owner ON public.media_changes USING btree (owner_id, id DESC);

create table media_chats (
  owner_id text not null,
  platform text not null,
  asked_at timestamp with time zone,
  trouble text,
  answers_since timestamp with time zone,
  answers integer default 0 not null,
  constraint media_chats_pkey PRIMARY KEY (owner_id, platform),
  constraint media_chats_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES media_rooms(owner_id) ON DELETE CASCADE,
  constraint media_chats_platform_check CHECK ((platform = ANY (ARRAY['kick'::text, 'twitch'::text]))),
  constraint media_chats_trouble_check CHECK ((trouble = ANY (ARRAY['denied'::text, 'down'::text])))
);

create table media_fillers (
  id text not null,
  owner_id text not null,
  provider text not null,
  kind text not null,
  video_id text not null,
  title text,
  author text,
  length_seconds integer,
  picture text,
  end_second integer,
  added_at timestamp with time zone not null,
  played_at timestamp with time zone,
  constraint media_fillers_pkey PRIMARY KEY (id),
  constraint media_fillers_owner_id_provider_video_id_key UNIQUE (owner_id, provider, video_id),
  constraint media_fillers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES media_rooms(owner_id) ON DELETE CASCADE
);

create table media_items (
  id text not null,
  owner_id text not null,
  provider text not null,
  kind text not null,
  video_id text not null,
  title text,
  author text,
  channel_id text,
  length_seconds integer,
  views bigint,
  published_at timestamp with time zone,
  picture text,
  end_second integer,
  sender_origin text,
  sender_id text,
  sender_name text,
  is_filler boolean default false not null,
  state text not null,
  reason text,
  words text,
  place double precision default 0 not null,
  requested_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by text,
  taken_at timestamp with time zone,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  second double precision default 0 not null,
  played double precision default 0 not null,
  heard_at timestamp with time zone,
  constraint media_items_pkey PRIMARY KEY (id),
  constraint media_items_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES media_rooms(owner_id) ON DELETE CASCADE
);
CREATE INDEX media_items_by_owner ON public.media_items USING btree (owner_id, requested_at DESC, id);
CREATE INDEX media_items_by_sender ON public.media_items USING btree (owner_id, sender_id, requested_at DESC) WHERE (sender_id IS NOT NULL);
CREATE INDEX media_items_ended ON public.media_items USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX media_items_of_sender ON public.media_items USING btree (sender_id) WHERE (sender_id IS NOT NULL);
CREATE UNIQUE INDEX media_items_once ON public.media_items USING btree (owner_id, provider, video_id) WHERE ((state = ANY (ARRAY['pending'::text, 'queued'::text, 'playing'::text])) AND (NOT is_filler));
CREATE UNIQUE INDEX media_items_playing ON public.media_items USING btree (owner_id) WHERE (state = 'playing'::text);
CREATE INDEX media_items_waiting ON public.media_items USING btree (owner_id, place, id) WHERE (state = ANY (ARRAY['pending'::text, 'queued'::text]));

create table media_lines (
  platform text not null,
  message_id text not null,
  heard_at timestamp with time zone not null,
  taken_at timestamp with time zone,
  constraint media_lines_pkey PRIMARY KEY (platform, message_id)
);
CREATE INDEX media_lines_heard ON public.media_lines USING btree (heard_at);

create table media_rooms (
  owner_id text not null,
  name text not null,
  enabled boolean,
  settings jsonb default '{}'::jsonb not null,
  permissions jsonb default '[]'::jsonb not null,
  password text,
  address_hash text,
  address text,
  version bigint default 1 not null,
  paused boolean default false not null,
  trouble text,
  failures integer default 0 not null,
  lease_tab text,
  lease_until timestamp with time zone,
  lease_process text,
  player_seen_at timestamp with time zone,
  held_by text,
  constraint media_rooms_pkey PRIMARY KEY (owner_id),
  constraint media_rooms_address_hash_key UNIQUE (address_hash),
  constraint media_rooms_name_key UNIQUE (name)
);

create table media_searches (
  owner_id text not null,
  day text not null,
  used integer not null,
  constraint media_searches_pkey PRIMARY KEY (owner_id),
  constraint media_searches_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES media_rooms(owner_id) ON DELETE CASCADE
);

create table media_talkers (
  owner_id text not null,
  talker text not null,
  wrote_at timestamp with time zone not null,
  constraint media_talkers_pkey PRIMARY KEY (owner_id, talker),
  constraint media_talkers_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES media_rooms(owner_id) ON DELETE CASCADE
);

create table media_tries (
  owner_id text not null,
  who text not null,
  wrong integer not null,
  last_at timestamp with time zone not null,
  constraint media_tries_pkey PRIMARY KEY (owner_id, who),
  constraint media_tries_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES media_rooms(owner_id) ON DELETE CASCADE
);

create table media_votes (
  item_id text not null,
  voter text not null,
  constraint media_votes_pkey PRIMARY KEY (item_id, voter),
  constraint media_votes_item_id_fkey FOREIGN KEY (item_id) REFERENCES media_items(id) ON DELETE CASCADE
);

create table move_files (
  move_id uuid not null,
  file text not null,
  chosen jsonb not null,
  outcome jsonb,
  constraint move_files_pkey PRIMARY KEY (move_id),
  constraint move_files_move_id_fkey FOREIGN KEY (move_id) REFERENCES moves(id) ON DELETE CASCADE
);

create table moves (
  id uuid not null,
  server_id text not null,
  user_id text not null,
  kind text not null,
  state text not null,
  candidates jsonb not null,
  left_out jsonb not null,
  outcome jsonb,
  created_at timestamp with time zone not null,
  worked_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  reading jsonb,
  constraint moves_pkey PRIMARY KEY (id)
);
CREATE INDEX moves_by_expiry ON public.moves USING btree (expires_at);
CREATE INDEX moves_by_person ON public.moves USING btree (user_id);
CREATE UNIQUE INDEX moves_one_open ON public.moves USING btree (server_id, user_id) WHERE (state = ANY (ARRAY['reading'::text, 'ready'::text]));

create table notices (
  id bigint generated always as identity not null,
  text text not null,
  href text,
  severity text not null,
  audience text not null,
  shown_from timestamp with time zone not null,
  shown_until timestamp with time zone,
  constraint notices_pkey PRIMARY KEY (id)
);

create table notification_overrides (
  server_id text not null,
  priority integer not null,
  apply_to text[] not null,
  query text[] not null,
  query_in text[] not null,
  actions text[] not null,
  duration_minutes integer,
  channel_id text,
  ping_role_id text,
  added_at timestamp with time zone not null,
  constraint notification_overrides_pkey PRIMARY KEY (server_id, priority)
);

create table notification_rules (
  server_id text not null,
  only_overrides boolean default false not null,
  quiet_hours jsonb,
  constraint notification_rules_pkey PRIMARY KEY (server_id)
);

create table override_holds (
  server_id text not null,
  session_id uuid not null,
  decision jsonb not null,
  until timestamp with time zone not null,
  constraint override_holds_pkey PRIMARY KEY (server_id, session_id)
);
CREATE INDEX override_holds_by_end ON public.override_holds USING btree (until);
CREATE INDEX override_holds_by_session ON public.override_holds USING btree (session_id);

create table plan_addons (
  addon_id text not null,
  "position" integer not null,
  name text not null,
  cents integer not null,
  step integer not null,
  most integer not null,
  is_active boolean not null,
  constraint plan_addons_pkey PRIMARY KEY (addon_id),
  constraint plan_addons_cents_check CHECK ((cents >= 0)),
  constraint plan_addons_most_check CHECK ((most > 0)),
  constraint plan_addons_step_check CHECK ((step > 0))
);

create table plan_limits (
  tier_id text not null,
  name text not null,
  value integer not null,
  constraint plan_limits_pkey PRIMARY KEY (tier_id, name),
  constraint plan_limits_tier_id_fkey FOREIGN KEY (tier_id) REFERENCES plans(tier_id) ON DELETE CASCADE,
  constraint plan_limits_value_check CHECK ((value >= 0))
);

create table plans (
  tier_id text not null,
  holder text not null,
  rank integer not null,
  name text not null,
  description text not null,
  bitfield bigint not null,
  cents integer not null,
  trial_days integer default 0 not null,
  is_enabled boolean not null,
  is_shown boolean not null,
  is_highlighted boolean not null,
  color_scheme text,
  on_sale_tag text,
  role_in_support_server text,
  show_decreased_price text,
  server_tier_id text,
  constraint plans_pkey PRIMARY KEY (tier_id),
  constraint plans_cents_check CHECK ((cents >= 0)),
  constraint plans_holder_check CHECK ((holder = ANY (ARRAY['guild'::text, 'user'::text]))),
  constraint plans_trial_days_check CHECK (((trial_days >= 0) AND (trial_days <= 730)))
);

create table process_starts (
  id bigint generated always as identity not null,
  process text not null,
  started_at timestamp with time zone default now() not null,
  constraint process_starts_pkey PRIMARY KEY (id)
);
CREATE INDEX process_starts_by_process ON public.process_starts USING btree (process, started_at);

create table push_messages (
  platform text not null,
  message_id text not null,
  channel_id text not null,
  occurred_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  constraint push_messages_pkey PRIMARY KEY (platform, message_id)
);
CREATE INDEX push_messages_by_age ON public.push_messages USING btree (received_at);

create table recent_activity (
  id bigint generated always as identity not null,
  type text not null,
  message text not null,
  created_at timestamp with time zone not null,
  constraint recent_activity_pkey PRIMARY KEY (id)
);

create table role_changes (
  id bigint generated always as identity not null,
  server_id text not null,
  user_id text not null,
  role_id text not null,
  is_given boolean not null,
  kind text not null,
  reason text not null,
  about text,
  reference text,
  user_name text not null,
  avatar text,
  made_at timestamp with time zone not null,
  done_at timestamp with time zone,
  is_echoed boolean default false not null,
  log text,
  batch uuid,
  constraint role_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX role_changes_by_age ON public.role_changes USING btree (made_at);
CREATE INDEX role_changes_by_member ON public.role_changes USING btree (server_id, user_id, role_id);
CREATE INDEX role_changes_by_user ON public.role_changes USING btree (user_id);
CREATE INDEX role_changes_untold ON public.role_changes USING btree (server_id, log, id) WHERE (log IS NOT NULL);

create table role_claims (
  id bigint generated by default as identity not null,
  server_id text not null,
  user_id text not null,
  role_id text not null,
  kind text not null,
  reason text default ''::text not null,
  wish text not null,
  until timestamp with time zone,
  about text,
  reference text,
  is_overruled boolean default false not null,
  made_at timestamp with time zone not null,
  constraint role_claims_pkey PRIMARY KEY (server_id, user_id, role_id, kind, reason)
);
CREATE INDEX role_claims_by_id ON public.role_claims USING btree (id);
CREATE INDEX role_claims_by_kind ON public.role_claims USING btree (kind, reason, server_id);
CREATE INDEX role_claims_by_user ON public.role_claims USING btree (user_id);
CREATE INDEX role_claims_ending ON public.role_claims USING btree (until) WHERE (until IS NOT NULL);

create table role_connections (
  user_id text not null,
  access_token text not null,
  refresh_token text,
  expires_at timestamp with time zone not null,
  told text,
  tell_at timestamp with time zone not null,
  constraint role_connections_pkey PRIMARY KEY (user_id)
);
CREATE INDEX role_connections_due ON public.role_connections USING btree (tell_at);

create table role_holdings (
  server_id text not null,
  user_id text not null,
  role_id text not null,
  has_it boolean default false not null,
  is_ours boolean default false not null,
  tries integer default 0 not null,
  is_forgotten boolean default false not null,
  kind text not null,
  reason text not null,
  about text,
  due_at timestamp with time zone,
  calls integer default 0 not null,
  busy_until timestamp with time zone,
  checked_at timestamp with time zone,
  constraint role_holdings_pkey PRIMARY KEY (server_id, user_id, role_id)
);
CREATE INDEX role_holdings_by_user ON public.role_holdings USING btree (user_id);
CREATE INDEX role_holdings_due ON public.role_holdings USING btree (server_id, due_at) WHERE (due_at IS NOT NULL);

create table role_sync_facts (
  platform text not null,
  channel_id text not null,
  account_id text not null,
  kind text not null,
  amount integer default 0 not null,
  until timestamp with time zone,
  seen_at timestamp with time zone not null,
  constraint role_sync_facts_pkey PRIMARY KEY (platform, channel_id, account_id, kind)
);
CREATE INDEX role_sync_facts_by_account ON public.role_sync_facts USING btree (platform, account_id);
CREATE INDEX role_sync_facts_by_end ON public.role_sync_facts USING btree (until) WHERE (until IS NOT NULL);

create table role_sync_members (
  server_id text not null,
  user_id text not null,
  checked_at timestamp with time zone,
  check_at timestamp with time zone not null,
  busy_until timestamp with time zone,
  named_as text,
  constraint role_sync_members_pkey PRIMARY KEY (server_id, user_id)
);
CREATE INDEX role_sync_members_by_user ON public.role_sync_members USING btree (user_id);
CREATE INDEX role_sync_members_due ON public.role_sync_members USING btree (check_at);

create table role_sync_settings (
  server_id text not null,
  sync_username boolean,
  constraint role_sync_settings_pkey PRIMARY KEY (server_id)
);

create table safe_mode (
  id integer default 1 not null,
  reason text,
  since timestamp with time zone not null,
  forget_before timestamp with time zone,
  constraint safe_mode_pkey PRIMARY KEY (id),
  constraint safe_mode_id_check CHECK ((id = 1))
);

create table server_branding (
  server_id text not null,
  disabled text[] not null,
  constraint server_branding_pkey PRIMARY KEY (server_id)
);

create table server_changes (
  id bigint generated always as identity not null,
  server_id text not null,
  user_id text,
  what text not null,
  before jsonb,
  after jsonb,
  at timestamp with time zone not null,
  subject jsonb,
  is_ours boolean default false not null,
  constraint server_changes_pkey PRIMARY KEY (id),
  constraint server_changes_server_id_fkey FOREIGN KEY (server_id) REFERENCES servers(id) ON DELETE CASCADE
);
CREATE INDEX server_changes_server ON public.server_changes USING btree (server_id, id DESC);
CREATE INDEX server_changes_user ON public.server_changes USING btree (user_id);

create table server_messages (
  server_id text not null,
  list text not null,
  type text not null,
  body jsonb not null,
  constraint server_messages_pkey PRIMARY KEY (server_id, list, type)
);
CREATE INDEX server_messages_disguised ON public.server_messages USING btree (type, server_id) WHERE ((list = 'customMessages'::text) AND (((body -> 'webhook'::text) ->> 'enabled'::text) = 'true'::text));

create table server_premiums (
  user_id text not null,
  server_id text,
  moved_at timestamp with time zone not null,
  constraint server_premiums_pkey PRIMARY KEY (user_id)
);
CREATE INDEX server_premiums_by_server ON public.server_premiums USING btree (server_id);

create table server_steps (
  server_id text not null,
  step text not null,
  at timestamp with time zone not null,
  constraint server_steps_pkey PRIMARY KEY (server_id, step)
);

create table servers (
  id text not null,
  name text not null,
  icon text,
  banner text,
  owner_id text,
  member_count integer default 0 not null,
  locale text,
  is_blacklisted boolean default false not null,
  override_branding boolean default false not null,
  version integer default 1 not null,
  joined_at timestamp with time zone not null,
  left_at timestamp with time zone,
  is_listed boolean default false not null,
  is_discarded boolean default false not null,
  new_streamer_channel_id text,
  new_streamer_ping_role_id text,
  constraint servers_pkey PRIMARY KEY (id)
);
CREATE INDEX servers_left ON public.servers USING btree (left_at) WHERE (left_at IS NOT NULL);
CREATE INDEX servers_size ON public.servers USING btree (member_count DESC) WHERE (left_at IS NULL);

create table sessions (
  id text not null,
  token_hash text not null,
  user_id text not null,
  user_agent text not null,
  ip_prefix text not null,
  created_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  constraint sessions_pkey PRIMARY KEY (id),
  constraint sessions_token_hash_key UNIQUE (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_last_seen ON public.sessions USING btree (last_seen_at);
CREATE INDEX sessions_user ON public.sessions USING btree (user_id, last_seen_at DESC);

create table settings_of_house (
  name text not null,
  value text not null,
  constraint settings_of_house_pkey PRIMARY KEY (name)
);

create table staff_deeds (
  id bigint generated always as identity not null,
  user_id text,
  call text not null,
  about jsonb not null,
  reason text,
  at timestamp with time zone not null,
  title text,
  href text,
  person_id text,
  server_id text,
  changes jsonb default '[]'::jsonb not null,
  hour timestamp with time zone,
  constraint staff_deeds_pkey PRIMARY KEY (id)
);
CREATE INDEX staff_deeds_by_time ON public.staff_deeds USING btree (at);
CREATE INDEX staff_deeds_of_call ON public.staff_deeds USING btree (call, id DESC);
CREATE INDEX staff_deeds_of_person ON public.staff_deeds USING btree (person_id) WHERE (person_id IS NOT NULL);
CREATE INDEX staff_deeds_of_user ON public.staff_deeds USING btree (user_id, id DESC);
CREATE UNIQUE INDEX staff_deeds_once_an_hour ON public.staff_deeds USING btree (user_id, call, about, hour) WHERE (hour IS NOT NULL);

create table staff_looks (
  user_id text not null,
  server_id text not null,
  until timestamp with time zone not null,
  constraint staff_looks_pkey PRIMARY KEY (user_id, server_id)
);

create table starboard_looks (
  message_id text not null,
  fence bigint not null,
  looked_at timestamp with time zone not null,
  constraint starboard_looks_pkey PRIMARY KEY (message_id)
);
CREATE INDEX starboard_looks_by_time ON public.starboard_looks USING btree (looked_at);

create table starboard_messages (
  id uuid not null,
  board_id uuid not null,
  server_id text not null,
  original_message_id text not null,
  original_channel_id text not null,
  author_id text not null,
  current_stars integer not null,
  is_forced boolean default false not null,
  is_trashed boolean default false not null,
  is_rewarded boolean default false not null,
  round integer default 0 not null,
  delivery_key text,
  message_id text,
  print text,
  starred_at timestamp with time zone not null,
  constraint starboard_messages_pkey PRIMARY KEY (id),
  constraint starboard_messages_board_id_original_message_id_key UNIQUE (board_id, original_message_id),
  constraint starboard_messages_board_id_fkey FOREIGN KEY (board_id) REFERENCES starboards(id) ON DELETE CASCADE
);
CREATE INDEX starboard_messages_by_author ON public.starboard_messages USING btree (author_id);
CREATE INDEX starboard_messages_by_message ON public.starboard_messages USING btree (message_id) WHERE (message_id IS NOT NULL);
CREATE INDEX starboard_messages_by_original ON public.starboard_messages USING btree (original_message_id);
CREATE INDEX starboard_messages_by_server ON public.starboard_messages USING btree (server_id, current_stars DESC);

create table starboards (
  channel_id text not null,
  id uuid not null,
  server_id text not null,
  settings jsonb not null,
  added_at timestamp with time zone not null,
  paused_by text,
  constraint starboards_pkey PRIMARY KEY (channel_id),
  constraint starboards_id_key UNIQUE (id)
);
CREATE INDEX starboards_by_server ON public.starboards USING btree (server_id, added_at);

create table stat_counters (
  channel_id text not null,
  server_id text not null,
  kind text not null,
  streamer_id uuid,
  shown text not null,
  wanted text not null,
  renamed_at timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  due_at timestamp with time zone,
  paused_by text,
  paused_at timestamp with time zone,
  created_at timestamp with time zone not null,
  constraint stat_counters_pkey PRIMARY KEY (channel_id),
  constraint stat_counters_kind_check CHECK ((kind = ANY (ARRAY['followers'::text, 'liveUpdates'::text, 'members'::text]))),
  constraint stat_counters_paused_by_check CHECK ((paused_by = ANY (ARRAY['permissions'::text, 'channelGone'::text, 'refused'::text])))
);
CREATE INDEX stat_counters_by_streamer ON public.stat_counters USING btree (streamer_id);
CREATE INDEX stat_counters_due ON public.stat_counters USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX stat_counters_once ON public.stat_counters USING btree (server_id, kind, COALESCE((streamer_id)::text, ''::text));

create table status_roles (
  server_id text not null,
  role_id text not null,
  texts text[] not null,
  keep_on_offline boolean,
  filter jsonb,
  added_at timestamp with time zone not null,
  constraint status_roles_pkey PRIMARY KEY (server_id, role_id)
);

create table sticky_defaults (
  server_id text not null,
  delay_seconds integer,
  constraint sticky_defaults_pkey PRIMARY KEY (server_id)
);

create table sticky_messages (
  channel_id text not null,
  id uuid not null,
  server_id text not null,
  body jsonb not null,
  mode text not null,
  every_messages integer,
  minutes integer,
  delay_seconds integer,
  added_at timestamp with time zone not null,
  paused_by text,
  seen_count integer default 0 not null,
  last_seen_id text,
  first_seen_at timestamp with time zone,
  due_at timestamp with time zone,
  round integer default 0 not null,
  pending_key text,
  pending_since timestamp with time zone,
  standing_key text,
  message_id text,
  posted_at timestamp with time zone,
  enabled boolean default true not null,
  constraint sticky_messages_pkey PRIMARY KEY (channel_id),
  constraint sticky_messages_id_key UNIQUE (id)
);
CREATE INDEX sticky_messages_by_server ON public.sticky_messages USING btree (server_id, added_at);
CREATE INDEX sticky_messages_due ON public.sticky_messages USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX sticky_messages_pending ON public.sticky_messages USING btree (pending_since) WHERE (pending_key IS NOT NULL);

create table stream_sessions (
  id uuid not null,
  platform text not null,
  channel_id text not null,
  stream_id text,
  started_at timestamp with time zone not null,
  detected_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  offline_since timestamp with time zone,
  offline_observations integer default 0 not null,
  ended_at timestamp with time zone,
  url text not null,
  details jsonb not null,
  peak_viewers integer,
  hinted_at timestamp with time zone,
  grace_told integer,
  next_grace_at timestamp with time zone,
  viewer_sum bigint default 0 not null,
  viewer_samples integer default 0 not null,
  categories jsonb default '[]'::jsonb not null,
  next_recording_at timestamp with time zone,
  recording_tries integer default 0 not null,
  resumed_at timestamp with time zone,
  continued_by uuid,
  longest_grace integer default 15 not null,
  told_at timestamp with time zone,
  arrived_at timestamp with time zone,
  constraint stream_sessions_pkey PRIMARY KEY (id),
  constraint stream_sessions_platform_channel_id_fkey FOREIGN KEY (platform, channel_id) REFERENCES channels(platform, channel_id)
);
CREATE INDEX stream_sessions_by_channel ON public.stream_sessions USING btree (platform, channel_id, started_at DESC);
CREATE INDEX stream_sessions_by_follower ON public.stream_sessions USING btree (continued_by) WHERE (continued_by IS NOT NULL);
CREATE INDEX stream_sessions_grace_due ON public.stream_sessions USING btree (next_grace_at) WHERE (next_grace_at IS NOT NULL);
CREATE UNIQUE INDEX stream_sessions_one_open ON public.stream_sessions USING btree (platform, channel_id) WHERE (ended_at IS NULL);
CREATE INDEX stream_sessions_recording_due ON public.stream_sessions USING btree (platform, next_recording_at) WHERE (next_recording_at IS NOT NULL);

create table streamer_messages (
  streamer_id uuid not null,
  type text not null,
  body jsonb not null,
  constraint streamer_messages_pkey PRIMARY KEY (streamer_id, type),
  constraint streamer_messages_streamer_id_fkey FOREIGN KEY (streamer_id) REFERENCES streamers(id) ON DELETE CASCADE
);
CREATE INDEX streamer_messages_disguised ON public.streamer_messages USING btree (type, streamer_id) WHERE (((body -> 'webhook'::text) ->> 'enabled'::text) = 'true'::text);

create table streamers (
  id uuid not null,
  server_id text not null,
  platform text not null,
  channel_id text not null,
  name text not null,
  settings jsonb default '{}'::jsonb not null,
  pause_reason text,
  already_live_session uuid,
  added_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  creator_id uuid,
  rumble_type text,
  constraint streamers_pkey PRIMARY KEY (id),
  constraint streamers_server_id_platform_channel_id_key UNIQUE (server_id, platform, channel_id)
);
CREATE INDEX streamers_by_channel ON public.streamers USING btree (platform, channel_id, id);
CREATE UNIQUE INDEX streamers_by_name ON public.streamers USING btree (server_id, platform, COALESCE("substring"(channel_id, '^[^/]+/'::text), ''::text), lower(name));
CREATE INDEX streamers_in_creators ON public.streamers USING btree (platform, channel_id, id) WHERE (creator_id IS NOT NULL);
CREATE INDEX streamers_of_creators ON public.streamers USING btree (creator_id) WHERE (creator_id IS NOT NULL);
CREATE INDEX streamers_waiting ON public.streamers USING btree (server_id) WHERE (settings ? 'startsAfter'::text);

create table stripe_customers (
  user_id text not null,
  customer_id text,
  generation integer not null,
  constraint stripe_customers_pkey PRIMARY KEY (user_id),
  constraint stripe_customers_customer_id_key UNIQUE (customer_id)
);

create table stripe_disputes (
  id text not null,
  subscription_id text not null,
  status text not null,
  constraint stripe_disputes_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_disputes_by_subscription ON public.stripe_disputes USING btree (subscription_id);

create table stripe_events (
  id text not null,
  type text not null,
  subject text not null,
  happened_at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  applied_at timestamp with time zone,
  constraint stripe_events_pkey PRIMARY KEY (id)
);
CREATE INDEX stripe_events_by_time ON public.stripe_events USING btree (received_at);
CREATE INDEX stripe_events_waiting ON public.stripe_events USING btree (subject) WHERE (applied_at IS NULL);

create table subscriptions (
  id text not null,
  customer_id text not null,
  user_id text not null,
  holder text not null,
  holder_id text not null,
  status text not null,
  tier_id text,
  is_annual boolean not null,
  price_cents integer not null,
  currency text not null,
  extras jsonb not null,
  period_start timestamp with time zone not null,
  period_end timestamp with time zone not null,
  ends_with_period boolean not null,
  created_at timestamp with time zone not null,
  canceled_at timestamp with time zone,
  ended_at timestamp with time zone,
  trial_ends_at timestamp with time zone,
  latest_invoice text,
  affiliate text,
  is_duplicate boolean default false not null,
  answered bigint not null,
  discount jsonb,
  constraint subscriptions_pkey PRIMARY KEY (id),
  constraint subscriptions_holder_check CHECK ((holder = ANY (ARRAY['guild'::text, 'user'::text])))
);
CREATE INDEX subscriptions_by_customer ON public.subscriptions USING btree (customer_id);
CREATE INDEX subscriptions_by_holder ON public.subscriptions USING btree (holder, holder_id);
CREATE INDEX subscriptions_by_user ON public.subscriptions USING btree (user_id);

create table team_events (
  "position" bigint generated always as identity not null,
  team_id text not null,
  at timestamp with time zone not null,
  event text not null,
  by_id text,
  about_id text,
  details jsonb default '{}'::jsonb not null,
  constraint team_events_pkey PRIMARY KEY ("position"),
  constraint team_events_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX team_events_about_person ON public.team_events USING btree (about_id) WHERE (about_id IS NOT NULL);
CREATE INDEX team_events_by_person ON public.team_events USING btree (by_id) WHERE (by_id IS NOT NULL);
CREATE INDEX team_events_by_team ON public.team_events USING btree (team_id, "position" DESC);

create table team_invites (
  id text not null,
  team_id text not null,
  code_hash text not null,
  code text not null,
  bitfield bigint not null,
  uses integer default 0 not null,
  max_uses integer,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint team_invites_pkey PRIMARY KEY (id),
  constraint team_invites_code_hash_key UNIQUE (code_hash),
  constraint team_invites_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX team_invites_by_team ON public.team_invites USING btree (team_id, created_at DESC);

create table team_members (
  team_id text not null,
  user_id text not null,
  bitfield bigint not null,
  joined_at timestamp with time zone not null,
  invite_id text,
  constraint team_members_pkey PRIMARY KEY (team_id, user_id),
  constraint team_members_invite_id_fkey FOREIGN KEY (invite_id) REFERENCES team_invites(id) ON DELETE SET NULL,
  constraint team_members_team_id_fkey FOREIGN KEY (team_id) REFERENCES teams(id) ON DELETE CASCADE
);
CREATE INDEX team_members_by_invite ON public.team_members USING btree (invite_id) WHERE (invite_id IS NOT NULL);
CREATE INDEX team_members_of_user ON public.team_members USING btree (user_id, joined_at);

create table team_tries (
  who text not null,
  wrong integer not null,
  since timestamp with time zone not null,
  constraint team_tries_pkey PRIMARY KEY (who)
);
CREATE INDEX team_tries_since ON public.team_tries USING btree (since);

create table teams (
  id text not null,
  leader_id text not null,
  name text not null,
  created_at timestamp with time zone not null,
  constraint teams_pkey PRIMARY KEY (id),
  constraint teams_leader_id_key UNIQUE (leader_id)
);

create table tries (
  about text not null,
  who text not null,
  count integer not null,
  until timestamp with time zone not null,
  constraint tries_pkey PRIMARY KEY (about, who)
);
CREATE INDEX tries_until ON public.tries USING btree (until);
CREATE INDEX tries_who ON public.tries USING btree (who);

create table user_servers (
  user_id text not null,
  server_id text not null,
  name text not null,
  icon text,
  banner text,
  is_owner boolean not null,
  permissions bigint not null,
  constraint user_servers_pkey PRIMARY KEY (user_id, server_id),
  constraint user_servers_user_id_fkey FOREIGN KEY (user_id) REFERENCES discord_grants(user_id) ON DELETE CASCADE
);
CREATE INDEX user_servers_by_server ON public.user_servers USING btree (server_id, user_id);

create table user_steps (
  user_id text not null,
  step text not null,
  at timestamp with time zone not null,
  constraint user_steps_pkey PRIMARY KEY (user_id, step),
  constraint user_steps_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id text not null,
  username text not null,
  global_name text,
  discriminator text not null,
  avatar text,
  banner text,
  accent_color integer,
  email text,
  locale text,
  badges bigint default 0 not null,
  is_blacklisted boolean default false not null,
  created_at timestamp with time zone not null,
  last_login_at timestamp with time zone not null,
  news_by_email boolean default false not null,
  constraint users_pkey PRIMARY KEY (id)
);

create table videos (
  platform text not null,
  video_id text not null,
  kind text not null,
  channel_id text not null,
  published_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  is_news boolean not null,
  data jsonb not null,
  told_at timestamp with time zone,
  arrived_at timestamp with time zone,
  constraint videos_pkey PRIMARY KEY (platform, video_id, kind),
  constraint videos_platform_channel_id_fkey FOREIGN KEY (platform, channel_id) REFERENCES channels(platform, channel_id)
);
CREATE INDEX videos_by_channel ON public.videos USING btree (platform, channel_id, published_at DESC);

create table vod_keepers (
  recording_id text not null,
  server_id text not null,
  streamer_name text not null,
  hours integer not null,
  reason text,
  allowed_until timestamp with time zone,
  is_linked boolean default false not null,
  constraint vod_keepers_pkey PRIMARY KEY (recording_id, server_id),
  constraint vod_keepers_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES vod_recordings(id) ON DELETE CASCADE
);
CREATE INDEX vod_keepers_by_end ON public.vod_keepers USING btree (allowed_until) WHERE (reason IS NULL);
CREATE INDEX vod_keepers_by_server ON public.vod_keepers USING btree (server_id);
CREATE INDEX vod_keepers_mislinked ON public.vod_keepers USING btree (recording_id, server_id) WHERE (((reason IS NULL) AND (allowed_until IS NOT NULL) AND (NOT is_linked)) OR ((reason IS NOT NULL) AND is_linked));

create table vod_marks (
  recording_id text not null,
  piece integer not null,
  bytes bigint not null,
  mark jsonb not null,
  constraint vod_marks_pkey PRIMARY KEY (recording_id, piece),
  constraint vod_marks_recording_id_fkey FOREIGN KEY (recording_id) REFERENCES vod_recordings(id) ON DELETE CASCADE
);

create table vod_recordings (
  id text not null,
  platform text not null,
  video_id text not null,
  channel_id text not null,
  channel_name text not null,
  title text,
  url text not null,
  thumbnail_url text,
  started_at timestamp with time zone not null,
  duration_seconds integer,
  state text not null,
  reason text,
  found_at timestamp with time zone not null,
  saved_at timestamp with time zone,
  file_key text,
  bytes bigint,
  reckoned_bytes bigint,
  done_bytes bigint default 0 not null,
  upload_id text,
  tries integer default 0 not null,
  next_try_at timestamp with time zone,
  busy_until timestamp with time zone,
  made_from text,
  constraint vod_recordings_pkey PRIMARY KEY (id)
);
CREATE INDEX vod_recordings_at_work ON public.vod_recordings USING btree (found_at) WHERE (state = ANY (ARRAY['waiting'::text, 'saving'::text]));
CREATE INDEX vod_recordings_latest ON public.vod_recordings USING btree (found_at DESC);
CREATE UNIQUE INDEX vod_recordings_once ON public.vod_recordings USING btree (platform, video_id);

create table vod_refusals (
  platform text not null,
  channel_id text not null,
  refused_at timestamp with time zone not null,
  constraint vod_refusals_pkey PRIMARY KEY (platform, channel_id)
);

create table vod_servers (
  server_id text not null,
  keep_hours integer not null,
  constraint vod_servers_pkey PRIMARY KEY (server_id)
);

create table vote_reminders (
  user_id text not null,
  since timestamp with time zone not null,
  constraint vote_reminders_pkey PRIMARY KEY (user_id)
);

create table votes (
  id text not null,
  user_id text not null,
  voted_at timestamp with time zone not null,
  valid_until timestamp with time zone not null,
  weight integer not null,
  constraint votes_pkey PRIMARY KEY (id),
  constraint votes_weight_check CHECK ((weight > 0))
);
CREATE INDEX votes_of_user ON public.votes USING btree (user_id, voted_at DESC);

create table watches (
  platform text not null,
  channel_id text not null,
  reason text not null,
  holder text not null,
  created_at timestamp with time zone not null,
  priority integer default 0 not null,
  constraint watches_pkey PRIMARY KEY (platform, channel_id, reason, holder),
  constraint watches_platform_channel_id_fkey FOREIGN KEY (platform, channel_id) REFERENCES channels(platform, channel_id)
);

create table welcome_leave (
  server_id text not null,
  welcome_enabled boolean,
  welcome_channel_id text,
  welcome_card boolean,
  welcome_ping boolean,
  welcome_trigger text,
  welcome_role_id text,
  leave_enabled boolean,
  leave_channel_id text,
  leave_card boolean,
  card_background text,
  card_picture text,
  constraint welcome_leave_pkey PRIMARY KEY (server_id)
);

create table wish_comments (
  id bigint generated always as identity not null,
  wish_id bigint not null,
  user_id text not null,
  text text not null,
  is_staff boolean not null,
  created_at timestamp with time zone not null,
  constraint wish_comments_pkey PRIMARY KEY (id),
  constraint wish_comments_wish_id_fkey FOREIGN KEY (wish_id) REFERENCES wishes(id) ON DELETE CASCADE
);
CREATE INDEX wish_comments_of_user ON public.wish_comments USING btree (user_id, created_at DESC);
CREATE INDEX wish_comments_of_wish ON public.wish_comments USING btree (wish_id, id);

create table wish_votes (
  wish_id bigint not null,
  user_id text not null,
  constraint wish_votes_pkey PRIMARY KEY (wish_id, user_id),
  constraint wish_votes_wish_id_fkey FOREIGN KEY (wish_id) REFERENCES wishes(id) ON DELETE CASCADE
);
CREATE INDEX wish_votes_of_user ON public.wish_votes USING btree (user_id);

create table wish_writings (
  user_id text not null,
  what text not null,
  at timestamp with time zone not null,
  constraint wish_writings_what_check CHECK ((what = ANY (ARRAY['wish'::text, 'comment'::text])))
);
CREATE INDEX wish_writings_of_user ON public.wish_writings USING btree (user_id, what, at);

create table wishes (
  id bigint generated always as identity not null,
  kind text not null,
  title text not null,
  text text not null,
  user_id text,
  created_at timestamp with time zone not null,
  state text default 'open'::text not null,
  why text,
  decided_at timestamp with time zone,
  votes integer default 0 not null,
  comments integer default 0 not null,
  merged_into bigint,
  constraint wishes_pkey PRIMARY KEY (id),
  constraint wishes_merged_into_fkey FOREIGN KEY (merged_into) REFERENCES wishes(id) ON DELETE CASCADE,
  constraint wishes_kind_check CHECK ((kind = ANY (ARRAY['idea'::text, 'fault'::text]))),
  constraint wishes_state_check CHECK ((state = ANY (ARRAY['open'::text, 'planned'::text, 'started'::text, 'done'::text, 'declined'::text])))
);
CREATE INDEX wishes_by_votes ON public.wishes USING btree (votes DESC, id DESC) WHERE (merged_into IS NULL);
CREATE INDEX wishes_merged ON public.wishes USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE INDEX wishes_of_user ON public.wishes USING btree (user_id, created_at DESC);
