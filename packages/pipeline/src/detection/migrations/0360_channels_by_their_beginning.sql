-- A person types the beginning of a name: as the address has it, or as pages show it.
create index channels_by_beginning on channels (platform, lower(name) text_pattern_ops);
create index channels_by_shown_beginning on channels (platform, lower(display_name) text_pattern_ops);
