insert into plan_limits (tier_id, name, value) values
  ('0cb610ea', 'RecordingHeight', 0),
  ('044e5c41', 'RecordingHeight', 720),
  ('d63cdc01', 'RecordingHeight', 1080)
on conflict do nothing;
