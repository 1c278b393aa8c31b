-- Which keys have sealed what stands here: by a fingerprint, a process that starts with another one is found out.
create table encryption_keys (
  id text primary key,
  fingerprint text not null,
  seen_at timestamptz not null
);
