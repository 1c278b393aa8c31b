create table changelogs (
  identifier text primary key,
  -- What readers of feeds know it by, whatever becomes of its address.
  feed_id uuid not null unique,
  title text not null,
  date timestamptz not null,
  changes jsonb not null,
  is_public boolean not null,
  thumbnail text,
  -- Came out of the changelog of this very version of the program.
  is_imported boolean not null default false,
  edited_at timestamptz not null
);
create index changelogs_by_date on changelogs (date desc, identifier);

-- Which releases have been taken out of the program's own changelog: a draft that was deleted does not come back.
create table changelog_imports (
  identifier text primary key
);
