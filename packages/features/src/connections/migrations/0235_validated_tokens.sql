-- When the platform last said that it still accepts a token; null: not since this column is there.
alter table linked_accounts add column validated_at timestamptz;
