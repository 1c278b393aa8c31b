-- The settings file of a move. Its text is kept as it was read, because jsonb would refuse some of what people write.
create table move_files (
  move_id uuid primary key references moves (id) on delete cascade,
  file text not null,
  -- What a person chose for channels and roles of the file, by reference.
  chosen jsonb not null,
  -- What saving it did. Null: nothing yet.
  outcome jsonb
);
