-- What is known of a channel between two questions, and when the next one is due.
alter table channels
  -- The adapter's own notes; handed back with the next question.
  add column memory jsonb,
  -- An address or key that the creator entrusted to us, encrypted.
  add column secret text,
  -- Null: nobody follows it.
  add column next_ask_at timestamptz,
  add column asked_at timestamptz,
  add column last_live_at timestamptz,
  -- Since when the platform gives no usable answer about it.
  add column trouble_since timestamptz,
  add column trouble_reason text,
  add column followed_at timestamptz,
  -- The highest of its watches.
  add column priority integer not null default 0,
  -- From then on new videos are news; what was there before is not.
  add column videos_known_at timestamptz,
  -- Null: nobody wants its clips.
  add column next_clips_at timestamptz,
  add column clips_asked_at timestamptz;

alter table watches add column priority integer not null default 0;

update channels set next_ask_at = refreshed_at, followed_at = refreshed_at
  where exists (select from watches
                where watches.platform = channels.platform and watches.channel_id = channels.channel_id);

create index channels_due on channels (platform, next_ask_at) where next_ask_at is not null;
create index channels_clips_due on channels (platform, next_clips_at) where next_clips_at is not null;

alter table stream_sessions
  -- The platform's time of the newest signed push: an older one has no effect.
  add column hinted_at timestamptz,
  -- The longest grace (minutes) after which servers were told of the end; null while it is not known to be over.
  add column grace_told integer,
  add column next_grace_at timestamptz,
  add column viewer_sum bigint not null default 0,
  add column viewer_samples integer not null default 0,
  add column categories jsonb not null default '[]';

create index stream_sessions_grace_due on stream_sessions (next_grace_at) where next_grace_at is not null;

-- Things with a page of their own; each is told of once.
create table videos (
  platform text not null,
  video_id text not null,
  kind text not null,
  channel_id text not null,
  published_at timestamptz not null,
  seen_at timestamptz not null,
  -- False: it was there before anybody followed the channel, or is too old to be news.
  is_news boolean not null,
  data jsonb not null,
  primary key (platform, video_id, kind),
  foreign key (platform, channel_id) references channels (platform, channel_id)
);
create index videos_by_channel on videos (platform, channel_id, published_at desc);
